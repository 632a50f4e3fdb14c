import { nextNumber } from '#features/billing/server/approve-bill.ts'
import { asService, type Database } from '#platform/db.ts'
import { accounts, portals } from '#testing/world/cast.ts'
import type { DrillLine } from './drill.ts'
import { ask, cookieOf, programOn } from './identity-program.ts'
import { postgresWorld } from './memory-world.ts'
import { ledgerAgainstModel } from './money-model.ts'

const portalId = portals.ninoLobo.id
type App = ReturnType<typeof programOn>
interface BillAnswer {
  id: string
  version: number
  totals: { settledCents: number }
}

/** Promises 19 to 22 on PostgreSQL. */
export async function run(): Promise<DrillLine[]> {
  const world = await postgresWorld()
  if (!world)
    return [{ promise: '19–22 money', figure: 'on PostgreSQL', result: 'none is installed here', ok: false }]
  const { database } = world
  try {
    const app = programOn(database)
    return [
      ...(await ledgerAgainstModel(app, database)),
      await settlements(app, database),
      await numbers(database),
      await replays(app, database),
      await races(app, database),
    ]
  } finally {
    await world.stop()
  }
}

const json = <T>(text: string) => JSON.parse(text) as T

/** Adds an Extra to the open bill of a portal's account and closes it. */
async function pending(app: App, staff: string, amountCents: number): Promise<BillAnswer> {
  const { next } = json<{ next: BillAnswer }>(
    (await ask(app, `/portal/${portalId}/billing`, { method: 'GET', cookie: staff })).text,
  )
  const line = { type: 'Extra', description: 'Drill', amountCents, reason: 'Drill' }
  const added = json<BillAnswer>(
    (await ask(app, `/bill/${next.id}/line`, { cookie: staff, body: line })).text,
  )
  const closed = await ask(app, `/bill/${next.id}/closing`, {
    ...{ method: 'PUT', cookie: staff, body: {} },
    headers: { 'If-Match': `"${added.version}"` },
  })
  return json<BillAnswer>(closed.text)
}

async function settlements(app: App, database: Database): Promise<DrillLine> {
  const [owner, staff] = [await cookieOf(database, 'artist'), await cookieOf(database, 'staff')]
  const asked = json<BillAnswer>(
    (await ask(app, `/portal/${portalId}/advance`, { cookie: owner, body: { amountCents: 40_000 } })).text,
  )
  for (const step of ['review', 'grant']) {
    const { version } = json<BillAnswer>(
      (await ask(app, `/bill/${asked.id}`, { method: 'GET', cookie: staff })).text,
    )
    await ask(app, `/bill/${asked.id}/${step}`, {
      ...{ method: 'PUT', cookie: staff, body: {} },
      headers: { 'If-Match': `"${version}"` },
    })
  }
  const bill = await pending(app, staff, 100_000)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      ask(app, `/bill/${bill.id}/approval`, {
        ...{ method: 'PUT', cookie: owner, body: {} },
        headers: { 'If-Match': `"${bill.version}"` },
      }),
    ),
  )
  const done = answers.filter(({ status }) => status === 200)
  const [row] = await database.query<{ cents: string }>(
    `select sum(case when "to" = 'advances' then amount_cents else -amount_cents end) as cents from ledger_entry
     where advance_id = $1 and bill_id = $2`,
    [asked.id, bill.id],
  )
  const strange = answers.filter(({ status }) => ![200, 409, 412].includes(status)).length
  return {
    promise: '19 one advance settled by many at once',
    figure: '50 → 1, never more than was granted',
    result: `${done.length} of 50, ${Number(row?.cents) / 100} € of 400, ${strange} strange answers`,
    ok: done.length === 1 && Number(row?.cents) === 40_000 && strange === 0,
  }
}

async function numbers(database: Database): Promise<DrillLine> {
  const of = { accountId: accounts.casaCal.id, code: 'CASACAL' }
  const wanted = 10_000
  const given: string[] = []
  let aborted = 0
  let begun = 0
  const started = performance.now()
  const client = async () => {
    while (begun < wanted) {
      const mine = begun++
      await database
        .transaction(asService, async (tx) => {
          const number = await nextNumber(tx, of, 'bill', 2026)
          if (mine % 20 === 7) throw new Error('given up')
          return number
        })
        .then(
          (number) => given.push(number),
          () => aborted++,
        )
    }
  }
  await Promise.all(Array.from({ length: 16 }, client))
  const seconds = (performance.now() - started) / 1000
  const sorted = given.map((number) => Number(number.slice(-5))).sort((a, b) => a - b)
  const gaps = sorted.filter((number, at) => number !== at + 1).length
  return {
    promise: '20 numbers of one series under 16 clients',
    figure: '10,000 with 5 % aborts: 0 gaps, 0 doubles',
    result: `${given.length} given, ${aborted} given up, ${gaps} gaps or doubles, ${Math.round(wanted / seconds)}/s`,
    ok: gaps === 0 && aborted >= 500,
  }
}

async function replays(app: App, database: Database): Promise<DrillLine> {
  const staff = await cookieOf(database, 'staff')
  const { next } = json<{ next: BillAnswer }>(
    (await ask(app, `/portal/${portalId}/billing`, { method: 'GET', cookie: staff })).text,
  )
  const send = (amountCents: number) =>
    ask(app, `/bill/${next.id}/line`, {
      ...{ cookie: staff, body: { type: 'Extra', description: 'Una vez', amountCents, reason: 'Drill' } },
      headers: { 'Idempotency-Key': 'drill-21' },
    })
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(1_234)))
  const other = await send(4_321)
  const [row] = await database.query<{ n: number }>(
    `select count(*)::int as n from ledger_entry where description = 'Una vez' and "to" = 'accrued'`,
  )
  // A kept answer comes back with its keys in another order.
  const sorted = (_: string, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value
  const same = new Set(answers.map(({ text }) => JSON.stringify(JSON.parse(text), sorted))).size
  return {
    promise: '21 a money call sent again with its key',
    figure: '50 → one effect, one answer; another body 422',
    result: `${row?.n} effect, ${same} answer, another body ${other.status}`,
    ok: row?.n === 1 && same === 1 && other.status === 422,
  }
}

async function races(app: App, database: Database): Promise<DrillLine> {
  const owner = await cookieOf(database, 'artist')
  const path = `/portal/${portalId}/billingInformation`
  let lost = 0
  let twice = 0
  const read = async () =>
    json<Record<string, unknown> & { version: number }>(
      (await ask(app, path, { method: 'GET', cookie: owner })).text,
    )
  const without = await ask(app, path, {
    method: 'PUT',
    cookie: owner,
    body: await draftOf(await read(), 'nobody'),
  })
  for (let round = 0; round < 100; round++) {
    const before = await read()
    const both = await Promise.all(
      ['one', 'two'].map(async (name) => ({
        name: `${name} ${round}`,
        answer: await ask(app, path, {
          ...{ method: 'PUT', cookie: owner, body: await draftOf(before, `${name} ${round}`) },
          headers: { 'If-Match': `"${before.version}"` },
        }),
      })),
    )
    const won = both.filter(({ answer }) => answer.status === 200)
    if (won.length !== 1 || both.filter(({ answer }) => answer.status === 412).length !== 1) twice++
    const after = await read()
    if (after.legalName !== won[0]?.name) lost++
  }
  return {
    promise: '22 two people save the same thing',
    figure: '100 races: 0 lost, stale 412, missing 428',
    result: `${lost} lost, ${twice} not one of each, without version ${without.status}`,
    ok: lost === 0 && twice === 0 && without.status === 428,
  }
}

async function draftOf(before: Record<string, unknown>, legalName: string) {
  const {
    legalName: _,
    retentionReason,
    ibanMasked: _i,
    ibanHeldUntil: _h,
    complete: _c,
    selfInvoice: _s,
    version: _v,
    ...rest
  } = before
  return { ...rest, legalName, retentionReason: retentionReason ?? '' }
}
