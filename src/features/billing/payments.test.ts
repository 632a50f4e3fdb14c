import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { todayPlus } from '#platform/windows.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { pendingBill } from './test-bills.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const on = todayPlus(new Date())
const staff = () => as(world.database, 'billing')

async function issued(cents = 100_000) {
  const { id, version } = await pendingBill(world.database, portalId, cents)
  const artist = await as(world.database, 'artist')
  return ok(await artist.billing.approveBill({ billId: id }, { version }))
}
const inboxOf = async (api: Awaited<ReturnType<typeof staff>>) => ok(await api.inbox.listMessages({})).items
const stateOf = async (billId: string) => ok(await (await staff()).billing.getBill({ billId })).payment
const undo = async () => {
  const api = await staff()
  for (const { id, state } of ok(await api.billing.listRemittances({})).items)
    if (state === 'made' || state === 'toConfirm') ok(await api.billing.undoRemittance({ remittanceId: id }))
}

describe('a payment file', () => {
  test('holds the bills that were chosen, and is undone until somebody has it', async () => {
    const api = await staff()
    const [one, two] = [await issued(), await issued(50_000)]
    const made = ok(await api.billing.createRemittance({ on, billIds: [one.id] }))
    expect(made).toMatchObject({ bills: 1, totalCents: one.totals.payableCents, state: 'made', on })
    expect([await stateOf(one.id), await stateOf(two.id)]).toEqual(['inRemittance', 'unpaid'])
    // As its account sees it.
    const artist = await as(world.database, 'artist')
    const when = async (billId: string) => ok(await artist.billing.getBill({ billId })).expected
    expect(await when(one.id)).toEqual({ on, why: 'atBank' })
    expect(await when(two.id)).toEqual({ on: todayPlus(new Date(), 30), why: 'term' })
    const twice = await api.billing.createRemittance({ on, billIds: [one.id, two.id] })
    expect(twice).toMatchObject({ error: { fields: { billIds: expect.any(String) } } })
    expect(await stateOf(two.id)).toBe('unpaid')
    const remittanceId = made.id
    expect(ok(await api.billing.undoRemittance({ remittanceId })).state).toBe('undone')
    expect(await stateOf(one.id)).toBe('unpaid')
    expect(failureCode(await api.billing.downloadRemittance({ remittanceId }))).toBe(
      'billing.remittanceState',
    )
    const again = ok(await api.billing.createRemittance({ on, billIds: [one.id] }))
    const file = () => fileFor(world.database, people.billing.id, `/billing/remittance/${again.id}`)
    expect((await file()).status).toBe(409)
    ok(await api.billing.downloadRemittance({ remittanceId: again.id }))
    expect(await (await file()).text()).toContain(one.number)
    expect(failureCode(await api.billing.undoRemittance({ remittanceId: again.id }))).toBe(
      'billing.remittanceState',
    )
    expect(await stateOf(one.id)).toBe('inRemittance')
  })

  test('that two people make at once holds each bill once', async () => {
    const bill = await issued()
    const [first, second] = await Promise.all([staff(), as(world.database, 'super')])
    const both = await Promise.all(
      [first, second].map((api) => api.billing.createRemittance({ on, billIds: [bill.id] })),
    )
    expect(both.filter((made) => failureCode(made) === undefined)).toHaveLength(1)
    const rows = await world.database.query('select 1 from remittance_payment where bill_id = $1', [bill.id])
    expect(rows).toHaveLength(1)
    await undo()
  })

  test('above the limit waits for somebody else, also in two parts', async () => {
    const [api, boss] = [await staff(), await as(world.database, 'super')]
    const [one, two] = [await issued(20_000), await issued(20_000)]
    // What comes to it is not above it.
    const confirmAboveCents = one.totals.payableCents
    expect(failureCode(await api.billing.setPayoutLimit({ confirmAboveCents }))).toBe('forbidden')
    ok(await boss.billing.setPayoutLimit({ confirmAboveCents }))
    await world.database.query(`update remittance set created_at = created_at - interval '2 days'`)
    expect(ok(await api.billing.createRemittance({ on, billIds: [one.id] })).state).toBe('made')
    const second = ok(await api.billing.createRemittance({ on, billIds: [two.id] }))
    expect(second).toMatchObject({ state: 'toConfirm', own: true })
    const of = { remittanceId: second.id }
    expect(failureCode(await api.billing.downloadRemittance(of))).toBe('billing.remittanceUnconfirmed')
    expect(failureCode(await api.billing.confirmRemittance(of))).toBe('billing.confirmedByOther')
    // Confirmed twice at once, it is confirmed once.
    const both = await Promise.all([boss.billing.confirmRemittance(of), boss.billing.confirmRemittance(of)])
    expect(both.map(failureCode).sort()).toEqual(['billing.remittanceState', undefined])
    expect(ok(await api.billing.downloadRemittance(of)).state).toBe('downloaded')
    await undo()
  })

  test('a limit is lifted a day later, and whoever pays is told', async () => {
    const [api, boss] = [await staff(), await as(world.database, 'super')]
    const found = async () => ok(await api.billing.listRemittances({}))
    const { confirmAboveCents: held } = await found()
    expect(held).toBeGreaterThan(0)
    const before = (await inboxOf(api)).length
    const lifted = ok(await boss.billing.setPayoutLimit({ confirmAboveCents: null }))
    expect(lifted).toMatchObject({ confirmAboveCents: held, later: { confirmAboveCents: null } })
    expect(await found()).toMatchObject({ confirmAboveCents: held, later: lifted.later })
    expect(await inboxOf(api)).toHaveLength(before + 1)
    const one = await issued(400_000)
    expect(ok(await api.billing.createRemittance({ on, billIds: [one.id] })).state).toBe('toConfirm')
    await undo()
    // Lower counts at once, and takes back what was to come.
    expect(ok(await boss.billing.setPayoutLimit({ confirmAboveCents: 1 }))).toEqual({
      confirmAboveCents: 1,
      later: null,
    })
    ok(await boss.billing.setPayoutLimit({ confirmAboveCents: 900 }))
    await world.database.query(
      `update setting set value = jsonb_set(value::jsonb, '{later,from}', to_jsonb('2026-01-01T00:00:00Z'::text))::text
      where key = 'billing.payoutLimit'`,
    )
    expect(await found()).toMatchObject({ confirmAboveCents: 900, later: null })
    await world.database.query(`delete from setting where key = 'billing.payoutLimit'`)
    await undo()
  })
})

describe('an account', () => {
  const waits = async (billId: string) => {
    const { due } = ok(await (await staff()).billing.listRemittances({}))
    return due.find((one) => one.billId === billId)?.waits
  }

  test('is paid from its minimum on, and less waits for more', async () => {
    const api = await staff()
    const before = ok(await api.billing.listRemittances({})).due
    const rest = before.filter(({ account }) => account === 'Niño Lobo')
    if (rest.length > 0)
      ok(await api.billing.createRemittance({ on, billIds: rest.map(({ billId }) => billId) }))
    const small = await issued(1_000)
    const minimumCents = small.totals.payableCents + 1
    expect(ok(await api.billing.setPayoutMinimum({ portalId, minimumCents }))).toEqual({ minimumCents })
    expect(await waits(small.id)).toBe('belowMinimum')
    expect(await api.billing.createRemittance({ on, billIds: [small.id] })).toMatchObject({
      error: { fields: { billIds: expect.any(String) } },
    })
    const more = await issued(1_000)
    expect([await waits(small.id), await waits(more.id)]).toEqual([null, null])
    ok(await api.billing.setPayoutMinimum({ portalId, minimumCents: 0 }))
    const artist = await as(world.database, 'artist')
    expect(failureCode(await artist.billing.setPayoutMinimum({ portalId, minimumCents: 0 }))).toBe(
      'forbidden',
    )
  })

  test('is not paid where a payment came back from, until it says another IBAN', async () => {
    const api = await staff()
    const bill = await issued()
    const billId = bill.id
    ok(
      await api.billing.downloadRemittance({
        remittanceId: ok(await api.billing.createRemittance({ on, billIds: [billId] })).id,
      }),
    )
    const { version } = ok(await api.billing.getBill({ billId }))
    const back = ok(
      await api.billing.setPayment({ billId, payment: 'returned', on, reason: 'AC04' }, { version }),
    )
    const artist = await as(world.database, 'artist')
    expect(back.blocked).toEqual(['ibanReturned'])
    expect(await waits(billId)).toBe('ibanReturned')
    expect(back.expected).toEqual({ on: null, why: 'ibanReturned' })
    // Who is about to accept the next one is not promised its money either.
    const pending = await pendingBill(world.database, portalId, 10_000)
    const asked = ok(await artist.billing.getBill({ billId: pending.id }))
    expect(asked).toMatchObject({ status: 'Pending', expected: { on: null, why: 'ibanReturned' } })
    const { items } = ok(await artist.billing.listBills({ portalId }))
    expect(items.find(({ id }) => id === pending.id)?.expected?.why).toBe('ibanReturned')
    const later = ok(await artist.billing.approveBill({ billId: pending.id }, { version: pending.version }))
    expect(later.blocked).toEqual(['ibanReturned'])
    expect(failureCode(await api.billing.createRemittance({ on, billIds: [billId] }))).toBe('invalidInput')
    expect(ok(await artist.portals.listAlerts({ portalId }))).toContain('payment-returned')
    await world.database.query(
      `update billing_information set iban = 'ES7921000813610123456789'
      where account_id = (select account_id from portal where id = $1)`,
      [portalId],
    )
    expect([await waits(billId), await waits(later.id)]).toEqual([null, null])
    expect(ok(await artist.portals.listAlerts({ portalId }))).not.toContain('payment-returned')
  })
})
