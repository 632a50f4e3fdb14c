import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inBulk } from '#platform/bulk.ts'
import { rows } from '#platform/db.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { putAccount, putPortal, putProduct, putSale } from '#testing/raw-sales.ts'
import { changeOwedFrom, owedFromOf, owedIn, owedLines, oweFrom } from './server/owed-from.ts'
import { lockForSteps } from './server/rate-steps.ts'
import { orderState } from './server/table.ts'

/** In which month a line is owed, and what of a source is owed at all. */

const world = testDatabase()
let [accountId, portalId, other, productId] = ['', '', '', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Sello')
  ;[accountId, portalId] = [made.accountId, made.portalId]
  other = await putPortal(world.database, accountId)
  productId = await putProduct(world.database, portalId, 'Taza')
})
const run = <T>(of: Parameters<typeof inTrial<T>>[1]) => inTrial(world.database, of)

describe('a month', () => {
  // In Madrid: its first moment, the last before it, its last, and the first after it.
  const edges = [
    '2026-02-28T23:00:00Z',
    '2026-02-28T22:59:59Z',
    '2026-03-31T21:59:59Z',
    '2026-03-31T22:00:00Z',
  ]
  const [first = '', before = '', last = '', after = ''] = edges
  const month = sql`'2026-03-01'::date`
  const given = [
    ...[first, last].map((at) => [at, null, true]),
    ...[before, after].map((at) => [at, null, false]),
    ...[first, last].map((owedAt) => [before, owedAt, true]),
    ...[before, after, 'infinity', '2099-03-04T00:00:00Z'].map((owedAt) => [first, owedAt, false]),
  ] as const
  const table = sql`(select x.at::timestamptz as at, x.owed::timestamptz as owed_at, x.n, x.n % 2 as portal_id from jsonb_to_recordset(
    ${JSON.stringify(given.map(([at, owed], n) => ({ at, owed, n })))}::jsonb) as x(at text, owed text, n int)) l`
  const meant = given.flatMap(([, , owed], n) => (owed ? [n] : []))

  test('owes what happened in it, or is said to be owed in it, as soon as that has come', async () => {
    const found = await run((tx) =>
      rows<{ n: number }>(tx, sql`select n from ${table} where ${owedIn(month)} order by n`),
    )
    expect(found.map(({ n }) => n)).toEqual(meant)
    const future = await run((tx) =>
      rows(tx, sql`select n from ${table} where ${owedIn(sql`'2099-03-01'::date`)}`),
    )
    expect(future).toEqual([])
    // At the very moment of a release it has come.
    const thisMonth = sql`date_trunc('month', now() at time zone 'Europe/Madrid')::date`
    const just = sql`(select now() - interval '1 year' as at, x.owed_at from (values (now()), (now() + interval '1 microsecond'))
      x(owed_at)) l`
    const come = await run((tx) =>
      rows(tx, sql`select owed_at = now() as now from ${just} where ${owedIn(thisMonth)}`),
    )
    expect(come).toEqual([{ now: true }])
  })

  test('owes the lines of one portal, each once, and of these what is asked for', async () => {
    const of = async (portal: number, where?: ReturnType<typeof sql>) =>
      (
        await run((tx) =>
          rows<{ n: number }>(
            tx,
            sql`select n from (${owedLines(sql`n`, { table, portalId: sql`${portal}::int`, month, ...(where ? { where } : {}) })}) x order by n`,
          ),
        )
      ).map(({ n }) => n)
    expect([...(await of(0)), ...(await of(1))].toSorted((a, b) => a - b)).toEqual(meant)
    expect(await of(0)).toEqual(meant.filter((n) => n % 2 === 0))
    expect(await of(0, sql`n > 1`)).toEqual(meant.filter((n) => n % 2 === 0 && n > 1))
  })
})

describe('the sales of a source', () => {
  const at = new Date('2026-03-04T23:30:00Z')
  const sell = (row: Partial<Parameters<typeof putSale>[1]> = {}) =>
    putSale(world.database, { portalId, productId, at, ...row })
  const owed = async (orderId: string) => {
    const [row] = await world.database.query<{ owed: string | null }>(
      'select owed_at::text as owed from order_line where order_id = $1',
      [orderId],
    )
    return row?.owed ?? null
  }
  const change = (day: string, portals = [portalId], source = 'csv') =>
    run((tx) => changeOwedFrom(tx, portals, source, day))

  test('are owed from the day that was said first, until somebody says otherwise', async () => {
    const of = (portal = portalId, source = 'csv') => run((tx) => owedFromOf(tx, portal, source))
    expect(await of()).toBeNull()
    await run((tx) => oweFrom(tx, [portalId, other], 'csv', '2026-03-01'))
    await run((tx) => oweFrom(tx, [portalId], 'csv', '2026-04-01'))
    expect([await of(), await of(other), await of(portalId, 'shop')]).toEqual([
      '2026-03-01',
      '2026-03-01',
      null,
    ])
    await change('2026-05-01')
    expect([await of(), await of(other)]).toEqual(['2026-05-01', '2026-03-01'])
  })

  test('of before it are never owed, by the day in Madrid, and are again where it is put back', async () => {
    // In Madrid it is the fifth.
    const [sold, shop, elsewhere] = [await sell(), await sell(), await sell({ portalId: other })]
    await world.database.query(`update "order" set source = 'shop' where id = $1`, [shop])
    await change('2026-03-05')
    expect(await owed(sold)).toBeNull()
    await change('2026-03-06')
    expect([await owed(sold), await owed(shop), await owed(elsewhere)]).toEqual(['infinity', null, null])
    await change('2026-03-05')
    expect(await owed(sold)).toBeNull()
    // Every kind of line goes by the day on which its order was placed.
    await sell({ orderId: sold, kind: 'refund', at: new Date('2026-05-01T10:00:00Z') })
    await change('2026-03-06', [portalId, other])
    const all = await world.database.query<{ owed: string }>(
      'select owed_at::text as owed from order_line where order_id = any($1)',
      [[sold, elsewhere]],
    )
    expect(all.map((row) => row.owed)).toEqual(['infinity', 'infinity', 'infinity'])
  })

  test('of a presave are owed at its release, and those that are owed at another moment stay', async () => {
    await world.database.query(
      `update product set format = 'presave', release_on = '2026-06-01' where id = $1`,
      [productId],
    )
    const late = await sell()
    const said = await sell({ owedAt: new Date('2026-07-01T00:00:00Z') })
    await change('2026-04-01')
    expect([await owed(late), await owed(said)]).toEqual(['infinity', 'infinity'])
    await world.database.query(`update order_line set owed_at = '2026-07-01' where order_id = $1`, [said])
    await change('2026-03-01')
    const moments = [await owed(late), await owed(said)].map((one) =>
      new Date(one ?? '').toISOString().slice(0, 10),
    )
    expect(moments).toEqual(['2026-05-31', expect.stringMatching(/^2026-0(6-30|7-01)$/)])
  })

  test('that a file had brought before are owed as they were', async () => {
    const [file, shop] = [await sell(), await sell()]
    await run((tx) =>
      tx.insert(orderState).values(
        [file, shop].map((externalId) => ({
          ...{ portalId, source: 'csv', externalId, toldAt: at, state: {} as never },
          firsts: (externalId === file ? { file: 1 } : {}) as Record<string, number>,
        })),
      ),
    )
    await change('2026-04-01')
    expect([await owed(file), await owed(shop)]).toEqual([null, 'infinity'])
  })
})

describe('rates with steps', () => {
  let stepped = ''
  beforeAll(async () => {
    const made = await putAccount(world.database, 'Tramos')
    stepped = made.portalId
    const good = await putProduct(world.database, stepped, 'Taza')
    const rate = `insert into product_rate select (jsonb_populate_record(null::product_rate, $1::jsonb)).*`
    for (const fromUnits of [0, 100])
      await world.database.query(rate, [
        JSON.stringify({
          ...{
            portal_id: stepped,
            product_id: good,
            valid_from: '2026-01-01',
            pct: 10,
            from_units: fromUnits,
          },
          ...{ id: crypto.randomUUID(), created_at: '2026-01-01', version: 1 },
        }),
      ])
  })
  const lock = (...portals: string[]) =>
    inBulk(world.database, async (bulk) => {
      await bulk.stage('stage_portal', { key: 'text', portal_id: 'uuid', account_id: 'uuid' })
      await bulk.append(
        'stage_portal',
        portals.map((id) => [id, id, accountId]),
      )
      const steps = await lockForSteps(bulk)
      const held = await bulk.query<{ mode: string }>(
        `select l.mode from unnest($1::uuid[]) with ordinality p(id, place) join pg_locks l on l.locktype = 'advisory' and l.granted
          and l.pid = pg_backend_pid() and ((l.classid::bigint << 32) | l.objid::bigint) = hashtextextended('sku ' || p.id, 0)
        order by p.place`,
        [portals],
      )
      return [steps, ...held.map(({ mode }) => mode)]
    })

  test('are there where one of the portals at hand has any, and only one at a time counts what was sold in it', async () => {
    expect(await lock(portalId)).toEqual([false, 'ShareLock'])
    expect(await lock(stepped)).toEqual([true, 'ExclusiveLock'])
    expect(await lock(portalId, stepped)).toEqual([true, 'ShareLock', 'ExclusiveLock'])
    expect(await lock(portalId, other)).toEqual([false, 'ShareLock', 'ShareLock'])
    await world.database.query('delete from product_rate where portal_id = $1 and from_units > 0', [stepped])
    expect(await lock(stepped)).toEqual([false, 'ShareLock'])
  })
})
