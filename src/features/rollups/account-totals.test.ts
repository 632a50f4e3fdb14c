import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { wholeSelection } from '#features/analytics/server/selection.ts'
import { addViews } from '#features/visits/server/ingest-views.ts'
import type { ViewDraft } from '#features/visits/server/view-draft.ts'
import { asService, rows } from '#platform/db.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, portals } from '#testing/world/cast.ts'
import { rollupDifferences } from './server/rollup-differences.ts'

const world = testDatabase()
const { claraVentisca, bajamar } = portals
const days = { f: '2026-01-01', t: '2026-06-30' }
const other = '00000000-0000-0000-0000-0000000000ff'

const differences = async () => {
  const { salesOfAccounts, visitsOfAccounts } = await rollupDifferences(world.database)
  return { salesOfAccounts, visitsOfAccounts }
}
const none = { salesOfAccounts: 0, visitsOfAccounts: 0 }
const seen = async () => {
  const { analytics } = await as(world.database, 'label')
  return ok(await analytics.highlights(days)).totals
}
const ofPortal = async (portalId: string) => {
  const { analytics } = await as(world.database, 'super')
  return ok(await analytics.highlightsOfPortal({ ...days, portalId })).totals
}
const view = (at: string): ViewDraft => ({
  ...{ portalId: claraVentisca.id, at: Date.parse(at), kind: 'view', visitor: 'somebody', path: '/' },
  ...{ source: null, medium: null, campaign: null, referrer: null, channel: 'direct' },
  ...{ country: null, province: null, city: null, device: 'mobile', browser: 'Firefox', linkId: null },
  lineHash: null,
})
const turn = (deleted: boolean) =>
  world.database.query(
    `update portal set deleted_at = ${deleted ? 'clock_timestamp()' : 'null'} where id = $1`,
    [claraVentisca.id],
  )

test('an account comes to what its portals do that are there, whenever one goes and whatever comes after', async () => {
  await addViews(world.database, [view('2026-03-02T10:00:00Z')])
  expect(await differences()).toEqual(none)
  const [before, own] = [await seen(), await ofPortal(claraVentisca.id)]
  expect(own.visits).toBeGreaterThan(0)
  await turn(true)
  expect(await differences()).toEqual(none)
  const without = await seen()
  expect(without.orders).toBe((before.orders ?? 0) - (own.orders ?? 0))
  expect(without.visits).toBe((before.visits ?? 0) - (own.visits ?? 0))
  // What was on its way arrives: it is the portal's, and nobody's account.
  await addViews(world.database, [view('2026-03-03T10:00:00Z')])
  expect(await seen()).toEqual(without)
  expect(await differences()).toEqual(none)
  // A job that asks for the account is told the same, of each portal too.
  const told = await world.database.transaction(asService('trial'), (tx) =>
    wholeSelection(tx, { accountId: accounts.bajamar.id }),
  )
  expect(told.portals.map(({ id }) => id)).toContain(bajamar.id)
  expect(told.portals.map(({ id }) => id)).not.toContain(claraVentisca.id)
  await turn(false)
  expect((await seen()).visits).toBe((before.visits ?? 0) + 1)
  expect(await differences()).toEqual(none)
})

test('a program of before that adds to the totals of portals alone adds to those of accounts', async () => {
  await world.database.query(
    `insert into sales_total (scope_id, grain, t, orders, net_micros) values ($1, 'day', '2026-04-01T22:00:00Z', 2, 5000000)
      on conflict (scope_id, grain, t) do update set orders = sales_total.orders + excluded.orders,
        net_micros = sales_total.net_micros + excluded.net_micros`,
    [bajamar.id],
  )
  await world.database.query(
    `update sales_total set net_micros = net_micros - 1000000 where scope_id = $1 and grain = 'day' and t = '2026-04-01T22:00:00Z'`,
    [bajamar.id],
  )
  expect(await differences()).toEqual(none)
})

test('only who reaches its master portal reads what an account comes to', async () => {
  const sums = (portalIds: string[], accountIds: string[]) =>
    world.database.transaction(
      { role: 'member', personId: other, portals: portalIds, accounts: accountIds },
      (tx) => rows<{ n: number }>(tx, sql`select count(*)::int as n from account_sales_total`),
    )
  const [whole] = await sums([bajamar.id], [accounts.bajamar.id])
  expect(whole?.n).toBeGreaterThan(0)
  expect(await sums([claraVentisca.id], [accounts.bajamar.id])).toEqual([{ n: 0 }])
  expect(await sums([bajamar.id], [])).toEqual([{ n: 0 }])
  await expect(
    world.database.transaction(
      { role: 'member', personId: other, portals: [bajamar.id], accounts: [accounts.bajamar.id] },
      (tx) => tx.execute(sql`update account_sales_total set orders = 0`),
    ),
  ).resolves.toMatchObject({ rowCount: 0 })
})

test.skipIf(process.env.TEST_ON !== 'postgres')(
  'a portal that goes while its facts come in leaves nothing of them with its account',
  async () => {
    const { database } = world
    let gone: Promise<unknown> | undefined
    await database.transaction(asService('trial'), async (tx) => {
      await tx.execute(sql`insert into sales_total (scope_id, grain, t, orders) values
        (${claraVentisca.id}, 'day', '2026-05-05T22:00:00Z', 7) on conflict (scope_id, grain, t) do update set orders = sales_total.orders + 7`)
      gone = turn(true)
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    await gone
    expect(await differences()).toEqual(none)
    await turn(false)
    expect(await differences()).toEqual(none)
  },
)
