import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { asService, rows } from '#platform/db.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { as, madePortal, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { acceptancePlan, issueBy } from './acceptance-days.ts'
import { agreementVersion } from './choices.ts'
import { acceptWaiting, toLookAt } from './server/accept-waiting.ts'
import { settingsOf } from './server/settings.ts'
import { nextOf, pendingBill } from './test-bills.ts'

const world = testDatabase()
const { id: portalId, accountId } = portals.ninoLobo
const today = dayOf(Date.now())
const lastMonth = formatDay(startOfMonth(today, -1))
const pdf = Buffer.from('%PDF-1.7 propia').toString('base64')

const sign = async (silence: boolean, daysAgo = 0) => {
  const { database } = world
  const artist = await as(database, 'artist')
  ok(await artist.billing.acceptAgreement({ portalId, version: agreementVersion, silence }))
  await database.query(
    `update billing_agreement set at = at - make_interval(days => $2) where account_id = $1
      and at > now() - interval '1 minute'`,
    [accountId, daysAgo],
  )
}
async function lastMonths(cents: number) {
  const { database } = world
  await database.query(
    `insert into ledger_entry (id, account_id, "from", "to", amount_cents, type, portal_id, month, commission_bp)
      values (gen_random_uuid(), $1, 'sales', 'accrued', $2, 'Income', $3, $4, 2000)`,
    [accountId, cents, portalId, lastMonth],
  )
  const staff = await as(database, 'billing')
  const { next } = ok(await staff.billing.getBilling({ portalId }))
  return ok(await staff.billing.closeBill({ billId: next?.id ?? '' }, { version: next?.version ?? 0 }))
}
const run = (days: number) =>
  acceptWaiting(world.database, {
    now: new Date(Date.now() + days * 86_400_000 + 60_000),
    appOrigin: 'https://backline.test',
  })
const mails = async (kind: string) =>
  (await world.database.query(`select 1 from mail where kind = $1`, [`billing.${kind}`])).length
const inbox = async () => {
  const artist = await as(world.database, 'artist')
  return ok(await artist.inbox.listMessages({})).items.map(({ title }) => title)
}

describe('an agreement comes before the operations', () => {
  test('what was sold before it was accepted is for the account to invoice', async () => {
    const { database } = world
    const artist = await as(database, 'artist')
    await database.query('update billing_agreement set withdrawn_at = now() where account_id = $1', [
      accountId,
    ])
    await sign(false)
    const bill = await lastMonths(30_000)
    expect(bill).toMatchObject({ selfInvoice: true, blocked: ['agreement'] })
    const call = { version: bill.version }
    expect(failureCode(await artist.billing.approveBill({ billId: bill.id }, call))).toBe(
      'billing.agreementMissing',
    )
    const { baseCents, taxCents, retentionCents, totalCents } = bill.totals
    const own = ok(
      await artist.billing.setOwnInvoice(
        {
          ...{ billId: bill.id, number: 'LOBO/9', date: formatDay(today), file: pdf },
          ...{ baseCents, taxCents, retentionCents, totalCents },
        },
        call,
      ),
    )
    expect(own).toMatchObject({ selfInvoice: false, blocked: [] })
    const issued = ok(await artist.billing.approveBill({ billId: bill.id }, { version: own.version }))
    expect(issued).toMatchObject({ number: 'LOBO/9', records: [] })
  })

  test('nobody hands in an invoice for what we issue', async () => {
    const artist = await as(world.database, 'artist')
    const bill = await pendingBill(world.database, portalId, 1_000)
    const refused = await artist.billing.setOwnInvoice(
      {
        ...{ billId: bill.id, number: 'X', date: formatDay(today), file: pdf },
        ...{ baseCents: 1, taxCents: 1, retentionCents: 1, totalCents: 1 },
      },
      { version: bill.version },
    )
    expect(failureCode(refused)).toBe('billing.selfInvoiced')
    ok(await artist.billing.approveBill({ billId: bill.id }, { version: bill.version }))
  })
})

describe('silence', () => {
  test('is kept to days that end before the sixteenth', () => {
    const days = (closedOn: string) => {
      const { remindOn, silentOn } = acceptancePlan(closedOn, '2026-10-01')
      return [...remindOn, silentOn]
    }
    expect(issueBy('2026-12-01')).toBe('2027-01-15')
    expect(days('2026-11-06')).toEqual(['2026-11-09', '2026-11-11', '2026-11-13'])
    expect(days('2026-11-10')).toEqual(['2026-11-12', '2026-11-13', '2026-11-15'])
    // Nobody is taken at their word in less than four days.
    expect(days('2026-11-20')).toEqual(['2026-11-22', '2026-11-23', '2026-11-24'])
  })

  test('accepts nothing where the agreement does not say so, and reminds twice', async () => {
    const artist = await as(world.database, 'artist')
    await sign(false, 90)
    const bill = await pendingBill(world.database, portalId, 2_000)
    const before = await mails('reminder')
    for (const day of [0, 1, 3, 3, 5, 6, 30, 31]) expect(await run(day)).toBe(0)
    // To the Owner and to the address for bills.
    expect((await mails('reminder')) - before).toBe(2 * 2)
    // Where deliveries are listed, a mail that was written is not told as none.
    const staff = await as(world.database, 'super')
    const told = ok(await staff.communications.listNotifications({ q: 'espera tu respuesta' })).items
    expect(told.length).toBeGreaterThan(0)
    expect(told.filter(({ delivery }) => delivery === 'none')).toEqual([])
    const still = ok(await artist.billing.getBill({ billId: bill.id }))
    expect(still).toMatchObject({ status: 'Pending', silentOn: null })
    expect(still.reminders).toHaveLength(2)
    ok(await artist.billing.approveBill({ billId: bill.id }, { version: still.version }))
  })

  test('accepts where it says so, after both reminders, with a record of its own', async () => {
    const { database } = world
    const artist = await as(database, 'artist')
    await sign(true, 80)
    expect(ok(await artist.billing.getBilling({ portalId })).agreed?.silence).toBe(true)
    const bill = await pendingBill(database, portalId, 3_000)
    const { silentOn } = ok(await artist.billing.getBill({ billId: bill.id }))
    expect(silentOn).not.toBeNull()
    // A machine that was away for weeks reminds before it takes anybody at their silence.
    await run(40)
    expect(ok(await artist.billing.getBill({ billId: bill.id })).status).toBe('Pending')
    await run(41.1)
    expect(ok(await artist.billing.getBill({ billId: bill.id })).status).toBe('Pending')
    expect(await run(42.2)).toBe(1)
    const accepted = ok(await artist.billing.getBill({ billId: bill.id }))
    // Nothing waits for silence any more.
    expect(accepted).toMatchObject({ status: 'Approved', acceptance: 'silence', silentOn: null })
    expect(accepted.number).toMatch(/^LOBO-/)
    const [record] = await database.query<{ after: { number: string; reminders: string[] } }>(
      `select after from activity where action = 'billing.acceptBySilence' and target_id = $1`,
      [bill.id],
    )
    expect(record?.after).toMatchObject({ number: accepted.number, reminders: accepted.reminders })
    expect(await mails('issued')).toBeGreaterThan(0)
    expect((await inbox()).some((title) => title.es.includes('Niño Lobo'))).toBe(true)
  })

  test('is told of what waits for it alone: neither of the open bill, nor of what the account invoices itself', async () => {
    const { database } = world
    const artist = await as(database, 'artist')
    await sign(true, 80)
    const { id } = await nextOf(database, 'artist', portalId)
    const silentOn = async (billId: string) => ok(await artist.billing.getBill({ billId })).silentOn
    expect(await silentOn(id)).toBeNull()
    const bill = await pendingBill(database, portalId, 3_500)
    expect(await silentOn(bill.id)).not.toBeNull()
    await database.query('update bill set self_invoice = false where id = $1', [bill.id])
    expect(await silentOn(bill.id)).toBeNull()
    await database.query('update bill set self_invoice = true where id = $1', [bill.id])
    ok(await artist.billing.disputeBill({ billId: bill.id, reason: 'Prueba' }, { version: bill.version }))
  })

  test('also issues what was left to bill when the portal was deleted, numbered by the account', async () => {
    const { database } = world
    await sign(true, 80)
    const bill = await pendingBill(database, portalId, 3_500)
    await database.query('update portal set deleted_at = now() where id = $1', [portalId])
    for (const day of [40, 41.1, 42.2]) await run(day)
    await database.query('update portal set deleted_at = null where id = $1', [portalId])
    const artist = await as(database, 'artist')
    const issued = ok(await artist.billing.getBill({ billId: bill.id }))
    expect(issued.status).toBe('Approved')
    expect(issued.number).toMatch(new RegExp(`^${accountId.slice(0, 8)}-20\\d\\d-\\d{5}$`))
    // In capitals, as codes of portals are; ids of the demo world have no letters.
    const staff = await as(database, 'staff')
    const made = madePortal(
      await staff.portals.createPortal({ name: 'Resaca', code: 'RESACA', customUrl: 'resaca' }),
    )
    await database.query('update portal set deleted_at = now() where id = $1', [made.id])
    const { code } = await database.transaction(asService('trial'), (tx) =>
      settingsOf(tx, made.account.id, new Date()),
    )
    expect(code).toMatch(/^[0-9A-F]{8}$/)
    expect(code.toLowerCase()).toBe(made.account.id.slice(0, 8))
  })

  test('does not accept what waits for something, nor what was sent back', async () => {
    const { database } = world
    const artist = await as(database, 'artist')
    const bill = await pendingBill(database, portalId, 4_000)
    await run(3)
    await run(5)
    await database.query('update billing_information set tax_id_shared = true where account_id = $1', [
      accountId,
    ])
    await run(30)
    const held = ok(await artist.billing.getBill({ billId: bill.id }))
    expect(held).toMatchObject({ status: 'Pending', blocked: ['taxIdShared'] })
    await database.query('update billing_information set tax_id_shared = false where account_id = $1', [
      accountId,
    ])
    const back = ok(
      await artist.billing.disputeBill({ billId: bill.id, reason: 'Falta' }, { version: held.version }),
    )
    expect(back).toMatchObject({ status: 'Next', reminders: [] })
    await run(60)
    expect(ok(await artist.billing.getBill({ billId: bill.id })).status).toBe('Next')
  })
})

describe('what waits for its day', () => {
  test('costs nothing until then, and an agreement has it looked at', async () => {
    const { database } = world
    await sign(false, 70)
    await pendingBill(database, portalId, 4_000)
    await run(0)
    let opened = 0
    const counting = new Proxy(database, {
      get: (of, name) => {
        const value = Reflect.get(of, name)
        if (name !== 'transaction') return typeof value === 'function' ? value.bind(of) : value
        return (...args: Parameters<typeof of.transaction>) => {
          opened++
          return of.transaction(...args)
        }
      },
    })
    const clock = { now: new Date(Date.now() + 60_000), appOrigin: 'https://backline.test' }
    await acceptWaiting(counting, clock)
    // The one that asks what is due.
    expect(opened).toBe(1)
    const artist = await as(database, 'artist')
    ok(await artist.billing.acceptAgreement({ portalId, version: agreementVersion, silence: true }))
    opened = 0
    await acceptWaiting(counting, clock)
    expect(opened).toBe(2)
  })

  test('is found by an index, however much waits', async () => {
    const { database } = world
    await database.query(
      `insert into bill (id, account_id, status, closed_at, look_on)
      select gen_random_uuid(), $1, 'Pending', now(), '2099-01-01' from generate_series(1, 3000)`,
      [accountId],
    )
    await database.query('analyze bill')
    const plan = await database.transaction(asService('trial'), (tx) =>
      rows<Record<string, string>>(tx, sql`explain select id from bill where ${toLookAt('2026-11-23')}`),
    )
    expect(JSON.stringify(plan)).toContain('bill_to_look_at')
    await database.query(`delete from bill where look_on = '2099-01-01'`)
  })
})

describe('invoices of its own that an account owes', () => {
  test('are asked for together, by their months, once a person', async () => {
    const { database } = world
    await database.query('update billing_agreement set withdrawn_at = now() where account_id = $1', [
      accountId,
    ])
    await database.query(`update bill set look_on = '2999-01-01' where status = 'Pending'`)
    const months = ['2026-07-01', '2026-08-01', '2026-09-01']
    const bills = []
    for (const month of months) {
      const { id } = await pendingBill(database, portalId, 4_000)
      await database.query('update bill set period = $2 where id = $1', [id, month])
      bills.push(id)
    }
    const sent = () =>
      database.query<{ to: string; subject: string; text: string }>(
        `select "to", subject, text from mail where kind = 'billing.reminderOwn'`,
      )
    const [before, titles] = [(await sent()).length, await inbox()]
    await run(8)
    const mailed = (await sent()).slice(before)
    // One to the Owner and one to the address for bills, whatever is missing.
    expect(new Set(mailed.map(({ to }) => to)).size).toBe(mailed.length)
    expect(mailed).toHaveLength(2)
    for (const { text } of mailed) expect(text).toMatch(/julio de 2026, agosto de 2026 y septiembre de 2026/)
    expect((await inbox()).length - titles.length).toBe(1)
    const told = await database.query<{ count: number }>(
      'select jsonb_array_length(reminders)::int as count from bill where id = any($1::uuid[])',
      [`{${bills.join(',')}}`],
    )
    expect(told.map(({ count }) => count)).toEqual([1, 1, 1])
    await run(8)
    expect((await sent()).length - before).toBe(2)
  })
})
