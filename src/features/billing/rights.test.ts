import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.bajamar.id
const reader = people.operations.id
const holding = async (denies: string[]) => {
  await world.database.query('update member set denies = $2::jsonb where person_id = $1', [
    reader,
    JSON.stringify(denies),
  ])
  const api = await as(world.database, 'operations')
  return { api, billing: await api.billing.getBilling({ portalId }) }
}

describe('the billing summary', () => {
  test('shows an Operations person bills, advances and sums', async () => {
    const { billing } = await holding([])
    const { next, unpaidCents, outstandingCents } = ok(billing)
    expect(next).not.toBeNull()
    expect([typeof unpaidCents, typeof outstandingCents]).toEqual(['number', 'number'])
  })

  test('tells no bill to whom bills are denied, neither there nor in the statement', async () => {
    const { api, billing } = await holding(['billing.viewbills'])
    const told = ok(billing)
    expect({ next: told.next, bills: told.bills }).toEqual({ next: null, bills: [] })
    expect(typeof told.unpaidCents).toBe('number')
    const year = { f: '2026-01-01', t: '2026-12-31', format: 'csv' as const }
    expect(failureCode(await api.billing.getStatement({ portalId, ...year }))).toBe('forbidden')
  })

  test('tells no advance to whom advances are denied, and no sum to who sees neither', async () => {
    expect(ok((await holding(['billing.viewadvances'])).billing).advances).toEqual([])
    const keys = ['billing.viewbillingsummary', 'billing.viewadvances']
    expect(ok((await holding(keys)).billing).outstandingCents).toBeNull()
    const bills = ok((await holding(['billing.viewbillingsummary', 'billing.viewbills'])).billing)
    expect(bills.unpaidCents).toBeNull()
  })

  test('does not open for who may only download bills', async () => {
    const others = ['billing.viewbillingsummary', 'billing.viewadvances', 'billing.viewbills']
    await world.database.query('delete from billing_information where account_id = $1', [
      portals.bajamar.accountId,
    ])
    const { api: full } = await holding([])
    expect(ok(await full.portals.listAlerts({ portalId }))).toContain('no-bill-info')
    const { api, billing } = await holding(others)
    expect(failureCode(billing)).toBe('forbidden')
    expect(ok(await api.portals.listAlerts({ portalId }))).not.toContain('no-bill-info')
    await holding([])
  })
})

test('a document is for who sees its bill, whoever else knows its id', async () => {
  const boss = await as(world.database, 'super')
  const [{ id: billId } = { id: '' }] = await world.database.query<{ id: string }>(
    `select id from bill where account_id = $1`,
    [portals.bajamar.accountId],
  )
  const asked = async (api: typeof boss) =>
    failureCode(await api.billing.getBillDocument({ billId, format: 'csv' }))
  expect(await asked((await holding(['billing.viewbills'])).api)).toBe('forbidden')
  expect(await asked((await holding(['billing.downloadbills'])).api)).toBe('forbidden')
  // Open, it has no document yet: what is told then is told to both.
  expect(await asked((await holding([])).api)).toBe(await asked(boss))
  expect(await asked(boss)).not.toBe('forbidden')
})
