import { v7 } from 'uuid'
import '#processes/hearers.ts'
import { openDatabase } from '#platform/open-database.ts'
import { portals } from '#testing/world/cast.ts'
import { randomFrom } from '#testing/world/random.ts'
import { ask, cookieOf, programOn } from './identity-program.ts'
import { sleep } from './processes.ts'

/**
 * A client of the drill of everything at once: the program itself in a process of its own, at which four people sell, take back,
 * share costs, close, accept, pay, are paid and are invoiced, until it is killed. What is said on its output was answered.
 * Whoever hears nothing but that the database is away says it again under the same key.
 */
const people = 4
const [, , url, seed, day, placedAt, productId] = process.argv
const sharers = [portals.ninoLobo, portals.bajamar, portals.orquestaPoniente]
const away = (status: number) => status >= 500
const file = { name: 'f.pdf', content: Buffer.from('%PDF-1.4\n%%EOF').toString('base64') }

if (url && seed && day && placedAt && productId) {
  const database = await openDatabase({ url, folder: '', poolSize: people + 2 })
  const app = programOn(database)
  // The server may just be coming back.
  const signedIn = async (who: 'staff' | 'super' | 'artist'): Promise<string> => {
    for (;;) {
      const cookie = await cookieOf(database, who).catch(() => undefined)
      if (cookie) return cookie
      await sleep(100)
    }
  }
  const [staff, boss, owner] = [await signedIn('staff'), await signedIn('super'), await signedIn('artist')]
  const random = randomFrom(`storm ${seed}`)

  /** Asks until it is answered, and says what came of it. */
  async function send(act: string, path: string, method: string, body: object, more: object = {}) {
    const {
      cookie = staff,
      version,
      told = {},
    } = more as { cookie?: string; version?: number; told?: object }
    const key = v7()
    for (let attempt = 0; ; attempt++) {
      const headers = {
        'Idempotency-Key': key,
        ...(version === undefined ? {} : { 'If-Match': `"${version}"` }),
      }
      const { status, text } = await ask(app, path, { method, cookie, body, headers })
      if (away(status) && attempt < 200) {
        await sleep(100)
        continue
      }
      const answer = text.startsWith('{') ? JSON.parse(text) : {}
      const said = { act, status, again: attempt, ...told, id: answer.id, number: answer.number }
      process.stdout.write(`${JSON.stringify(said)}\n`)
      return
    }
  }
  /** One row of the database by chance; none while it is away. */
  async function one<R extends object>(sql: string, values: unknown[] = []): Promise<R | undefined> {
    const found = await database.query<R>(sql, values).catch(() => [])
    return found.length > 0 ? found[random.between(0, found.length - 1)] : undefined
  }
  type Row = { id: string; version: number }
  const billBy = (where: string) =>
    one<Row>(
      `select id, version from bill where account_id = any($1::uuid[]) and type = 1 and ${where} order by updated_at desc limit 40`,
      [sharers.map(({ accountId }) => accountId)],
    )
  const put = (act: string, row: Row | undefined, path: string, body: object) =>
    row && send(act, `/bill/${row.id}/${path}`, 'PUT', body, { version: row.version, told: { bill: row.id } })

  const orderOf = (externalId: string, cents: number, refunded?: string) => ({
    ...{ externalId, placedAt, updatedAt: refunded ?? placedAt, currency: 'EUR' },
    lines: [{ id: '1', sku: 'STORM', name: 'Disco', units: 1, unitPrice: (cents / 100).toFixed(2) }],
    ...(refunded
      ? { refunds: [{ id: 'R', at: placedAt, lines: [{ id: '1', amount: (cents / 200).toFixed(2) }] }] }
      : {}),
  })
  const sell = (act: string, body: { externalId: string }) =>
    send(act, `/portal/${portals.ninoLobo.id}/orders`, 'POST', body, {
      cookie: owner,
      told: { order: body.externalId },
    })
  const remittanceBy = (where: string) =>
    one<{ id: string }>(`select id from remittance where ${where} order by created_at desc limit 10`)

  const acts = {
    // Of its number a sale's price is known: an even number of cents, so that its half is whole.
    sale: () => sell('sale', orderOf(v7(), 2 * random.between(500, 2_500))),
    async refund() {
      const sold = await one<{ external_id: string; cents: string }>(
        `select o.external_id, round(sum(l.gross_micros) / 10000) as cents from "order" o
          join order_line l on l.order_id = o.id and l.portal_id = o.portal_id where l.kind = 'sale'
            and not exists (select from order_line r where r.order_id = o.id and r.portal_id = o.portal_id and r.kind <> 'sale')
          group by 1 order by random() limit 5`,
      )
      if (sold) await sell('refund', orderOf(sold.external_id, Number(sold.cents), new Date().toISOString()))
    },
    async cost() {
      const [bearer, other] = [random.one(sharers), random.one(sharers)]
      const party = random.chance(0.3) && bearer.accountId !== other.accountId ? other.accountId : null
      const description = `Coste ${v7()}`
      await send('cost', `/portal/${portals.ninoLobo.id}/cost`, 'POST', {
        ...{ productId, accountId: bearer.accountId, partyId: party, kind: 'pressing', day },
        ...{ amountCents: random.between(1, 3_000), description, file },
      })
    },
    async close() {
      const { id } = random.one(sharers)
      const { text } = await ask(app, `/portal/${id}/billing`, { method: 'GET', cookie: staff })
      const next = text.startsWith('{') ? (JSON.parse(text) as { next?: Row }).next : undefined
      await put('close', next, 'closing', {})
    },
    approve: async () => put('approve', await billBy(`status = 'Pending'`), 'approval', { proof: 'Drill' }),
    dispute: async () => put('dispute', await billBy(`status = 'Pending'`), 'dispute', { reason: 'Drill' }),
    remit: () => send('remit', '/billing/remittance', 'POST', { on: day }),
    async undo() {
      const row = await remittanceBy('undone_at is null and downloaded_at is null')
      if (row) await send('undo', `/billing/remittance/${row.id}/undoing`, 'PUT', {}, { cookie: boss })
    },
    async download() {
      const row = await remittanceBy('undone_at is null and downloaded_at is null')
      if (row) await send('download', `/billing/remittance/${row.id}/download`, 'PUT', {})
    },
    paid: async () =>
      put('paid', await billBy(`status = 'Approved' and payment <> 'paid'`), 'payment', {
        ...{ payment: 'paid', on: day },
      }),
    async returned() {
      const row = await billBy(`status = 'Approved' and payment in ('paid', 'inRemittance')`)
      await put('returned', row, 'payment', { payment: 'returned', on: day, reason: 'Drill' })
      // The account says another IBAN, which is known to be right.
      await database.query(`update billing_information set refused_ibans = '{}'`).catch(() => [])
    },
    charge: () =>
      send('charge', `/portal/${random.one(sharers).id}/charge`, 'POST', {
        lines: [
          { kind: 'postage', description: `Envío ${v7()}`, units: random.between(1, 9), unitCents: 199 },
        ],
      }),
    async chargeBack() {
      const row = await one<{ id: string }>(
        `select id from charge c where corrects_id is null and not exists (select from charge r where r.corrects_id = c.id)
          order by created_at desc limit 40`,
      )
      if (row) await send('chargeBack', `/charge/${row.id}/correction`, 'POST', { reason: 'Drill' })
    },
    async chargePaid() {
      const row = await one<{ id: string }>(
        `select id from charge where corrects_id is null order by created_at desc limit 10`,
      )
      if (row) await send('chargePaid', `/charge/${row.id}/payment`, 'PUT', { on: day })
    },
  }
  type Act = keyof typeof acts
  const often: Partial<Record<Act, number>> = {
    sale: 6,
    refund: 2,
    close: 3,
    approve: 3,
    charge: 2,
    paid: 2,
    remit: 2,
  }
  const all = (Object.keys(acts) as Act[]).flatMap((act) =>
    Array.from({ length: often[act] ?? 1 }, () => act),
  )
  const person = async () => {
    for (;;) await acts[random.one(all)]()
  }
  await Promise.all(Array.from({ length: people }, person))
}
