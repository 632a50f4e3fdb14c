import { beforeEach, expect, test, vi } from 'vitest'
import { inBulk } from '#platform/bulk.ts'
import { why } from '#testing/why.ts'
import { countStock, lockStock, moveStock, transferStock, updateStock } from './server/move-stock.ts'
import { stocksMoved } from './server/occasions.ts'
import { movementsOf } from './server/queries.ts'
import { settleClaims } from './server/settle-claims.ts'
import { stockMovement } from './server/table.ts'
import { idOf, limited, stockRows } from './test-stocks.ts'

/** How a stock moves, what is written down of it, and what is told. */

const { world, run, of, keep, putGood, putVariant, putSku } = stockRows()
const personId = '00000000-0000-7000-8000-0000000000ff'
const told = vi.spyOn(stocksMoved, 'tell')
const moves = () => told.mock.calls.flatMap(([, all]) => all.map(({ stockId, change }) => [stockId, change]))
beforeEach(() => {
  told.mockClear()
})

test('are written with what is left, and the moved stock is told', async () => {
  const good = await putGood(of.portalId, 'Taza', limited)
  await keep({ id: good, onHand: 5, committed: 2, version: 3 })
  const moved = await run((tx) =>
    moveStock(tx, of.portalId, good, { kind: 'damage', units: -5, note: '', personId }),
  )
  expect(moved).toMatchObject({ onHand: 0, committed: 2, available: -2, version: 4 })
  expect(moves()).toEqual([[good, -5]])
  await run((tx) => moveStock(tx, of.portalId, good, { kind: 'production', units: 3, note: 'Nuevas' }))
  const refused = why(run((tx) => moveStock(tx, of.portalId, good, { kind: 'damage', units: -4 })))
  expect(await refused).toEqual(['units stocks.tooMany'])
  // A shop says how it is, and what is missing already may become more.
  expect((await run((tx) => moveStock(tx, of.portalId, good, { kind: 'shop', units: -4 }))).onHand).toBe(-1)
  expect((await run((tx) => moveStock(tx, of.portalId, good, { kind: 'return', units: 0 }))).onHand).toBe(-1)
  const { movementsTotal, people, toMovements } = await run((tx) => movementsOf(tx, of.portalId, good))
  expect([movementsTotal, people]).toEqual([4, [personId]])
  const shown = toMovements(new Map([[personId, 'Quien cuenta']]))
  expect(
    shown.map(({ kind, units, onHandAfter, committedAfter, note, person, order }) => [
      ...[kind, units, onHandAfter, committedAfter],
      ...[note, person, order],
    ]),
  ).toEqual([
    ['return', 0, -1, 2, null, null, null],
    ['shop', -4, -1, 2, null, null, null],
    ['production', 3, 3, 2, 'Nuevas', null, null],
    ['damage', -5, 0, 2, null, 'Quien cuenta', null],
  ])
  expect(toMovements(new Map())[3]?.person).toBeNull()
})

test('are the last hundred, the newest first, each with its order', async () => {
  const good = await putGood(of.portalId, 'Taza', limited)
  await keep({ id: good })
  const sku = await putSku(of.portalId, { productId: good })
  const [order] = await world.database.query<{ id: string; external: string }>(
    'select o.id, o.external_id as external from "order" o where portal_id = $1',
    [of.portalId],
  )
  expect([sku, order]).not.toContain(undefined)
  const at = new Date('2026-01-01T00:00:00Z')
  const rowsOf = Array.from({ length: 101 }, (_, n) => ({
    ...{
      portalId: of.portalId,
      id: idOf(100 + n),
      stockId: good,
      kind: 'sale' as const,
      units: n,
      onHandAfter: n,
      committedAfter: 0,
    },
    at: new Date(at.getTime() + n),
  }))
  await run((tx) => tx.insert(stockMovement).values(rowsOf))
  const [low, high] = [idOf(1), idOf(2)].toSorted()
  const same = {
    portalId: of.portalId,
    stockId: good,
    kind: 'count' as const,
    units: 0,
    onHandAfter: 0,
    committedAfter: 0,
  }
  const late = new Date(at.getTime() + 1_000)
  await run((tx) =>
    tx.insert(stockMovement).values([
      { ...same, id: high ?? '', at: late, orderId: order?.id ?? null },
      { ...same, id: low ?? '', at: late },
    ]),
  )
  const { movementsTotal, toMovements, people } = await run((tx) => movementsOf(tx, of.portalId, good))
  const shown = toMovements(new Map())
  expect([movementsTotal, shown.length, people]).toEqual([103, 100, []])
  expect(shown.slice(0, 3).map((row) => row.id)).toEqual([high, low, rowsOf[100]?.id])
  expect(shown.slice(0, 2).map((row) => row.order)).toEqual([
    { id: order?.id, externalId: order?.external },
    null,
  ])
  expect((await run((tx) => movementsOf(tx, of.other, good))).movementsTotal).toBe(0)
})

test('of a count are the difference, also of none; of a transfer both or neither', async () => {
  const [one, two] = [await putGood(of.portalId, 'Una', limited), await putGood(of.portalId, 'Dos', limited)]
  await run((tx) => countStock(tx, of.portalId, one, { onHand: 10, personId, note: 'Almacén' }))
  await run((tx) => countStock(tx, of.portalId, one, { onHand: 10, personId }))
  await run((tx) => countStock(tx, of.portalId, one, { onHand: 7, personId }))
  expect(moves()).toEqual([
    [one, 10],
    [one, 0],
    [one, -3],
  ])
  const wish = { fromId: one, toId: two, units: 7, personId, note: 'Tienda' }
  const moved = await run((tx) => transferStock(tx, of.portalId, wish))
  expect([moved.from.onHand, moved.to.onHand, moved.from.id]).toEqual([0, 7, one])
  const written = await world.database.query(
    `select kind, units, note, person_id as person from stock_movement where portal_id = $1 and kind = 'transfer' order by units`,
    [of.portalId],
  )
  expect(written).toEqual([
    { kind: 'transfer', units: -7, note: 'Tienda', person: personId },
    { kind: 'transfer', units: 7, note: 'Tienda', person: personId },
  ])
  expect(await why(run((tx) => transferStock(tx, of.portalId, { ...wish, toId: one })))).toEqual([
    'toId stocks.sameStock',
  ])
  expect(await why(run((tx) => transferStock(tx, of.portalId, wish)))).toEqual(['units stocks.tooMany'])
})

test('begin with a row of none, of a variant or a product without any, at its own portal', async () => {
  const [plain, shirt] = [
    await putGood(of.portalId, 'Taza', limited),
    await putGood(of.portalId, 'Camiseta', limited),
  ]
  const small = await putVariant(of.portalId, shirt, { size: 'S' })
  for (const one of [plain, small])
    expect(await run((tx) => lockStock(tx, of.portalId, one))).toEqual({
      onHand: 0,
      committed: 0,
      version: 0,
    })
  expect(await why(run((tx) => lockStock(tx, of.portalId, shirt)))).toBe('notFound')
  expect(await why(run((tx) => lockStock(tx, of.other, plain)))).toBe('notFound')
  expect(await why(run((tx) => lockStock(tx, of.other, small)))).toBe('notFound')
  const rows = await world.database.query<{ id: string; product: string }>(
    'select id, product_id as product from stock where portal_id = $1',
    [of.portalId],
  )
  expect(new Map(rows.map((row) => [row.id, row.product]))).toEqual(
    new Map([
      [plain, plain],
      [small, shirt],
    ]),
  )
})

test('are none of what is on its way, kept back or low; what is kept back is told as gone', async () => {
  const good = await putGood(of.portalId, 'Taza', limited)
  await keep({ id: good, onHand: 9, safety: 1 })
  const after = await run((tx) => updateStock(tx, of.portalId, good, { incoming: 5, safety: 4, lowAt: 5 }))
  expect(after).toMatchObject({
    onHand: 9,
    incoming: 5,
    safety: 4,
    available: 5,
    lowAt: 5,
    low: true,
    version: 2,
  })
  expect(moves()).toEqual([[good, -3]])
  expect((await run((tx) => movementsOf(tx, of.portalId, good))).movementsTotal).toBe(0)
})

test('what is sent and comes back in one telling is a sale; a return is what comes back alone', async () => {
  const good = await putGood(of.portalId, 'Taza', limited)
  await keep({ id: good, onHand: 5 })
  const id = await putSku(of.portalId, { productId: good })
  const [known] = await world.database.query<{ source: string; sku: string; externalId: string }>(
    `select m.source, m.sku, o.external_id as "externalId" from sku_mapping m
      join "order" o on o.portal_id = m.portal_id and o.source = m.source where m.portal_id = $1 and m.id = $2 limit 1`,
    [of.portalId, id],
  )
  if (!known) throw new Error('no order of the SKU’s source')
  const { source, ...order } = known
  const tell = (shipped: number, returned: number) =>
    inBulk(world.database, (bulk) =>
      settleClaims(bulk, source, [
        { ...order, ...{ portalId: of.portalId, line: '1', committed: 0, shipped, returned } },
      ]),
    )
  await tell(3, 1)
  await tell(3, 2)
  expect(
    await world.database.query('select kind, units from stock_movement where stock_id = $1 order by at, id', [
      good,
    ]),
  ).toEqual([
    { kind: 'sale', units: -2 },
    { kind: 'return', units: 1 },
  ])
})
