import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { skuMapping } from '#features/products/server/table.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill, putEntries } from '#testing/raw-bills.ts'
import { putAccount, putPortal, putProduct, putSale } from '#testing/raw-sales.ts'
import { why } from '#testing/why.ts'
import { listImports, undoImport } from './server/imports.ts'
import { importRun, orderState } from './server/table.ts'

/** The files that a portal was brought, and what is left when one is taken back. */

const world = testDatabase()
const personId = '00000000-0000-7000-8000-0000000000ff'
const sold = new Date('2026-03-04T10:00:00Z')
let [accountId, portalId, productId] = ['', '', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Sello')
  ;[accountId, portalId] = [made.accountId, made.portalId]
  productId = await putProduct(world.database, portalId, 'Taza')
})

const report = { rows: 9, imported: 2, orders: 1 }
async function run(row: Partial<typeof importRun.$inferInsert> = {}) {
  const [id, batchId] = [row.id ?? v7(), row.batchId === undefined ? v7() : row.batchId]
  await inTrial(world.database, (tx) =>
    tx.insert(importRun).values({
      ...{ portalId, kind: 'orders' as const, format: 'generic', fileName: 'ventas.csv', report, ...row },
      ...{ id, batchId },
    }),
  )
  return { id, batchId: batchId ?? v7() }
}
type Sale = Partial<Parameters<typeof putSale>[1]>
async function sale(batchId: string, row: Sale = {}) {
  const orderId = await putSale(world.database, { portalId, productId, at: sold, batchId, ...row })
  await world.database.query(
    `update "order" set batch_id = $2 where id = $1 and not exists (
    select from order_line l where l.order_id = $1 and l.batch_id <> $2)`,
    [orderId, batchId],
  )
  return orderId
}
const undo = (id: string, of = portalId) =>
  inTrial(world.database, (tx) => undoImport(tx, world.database, of, id))
const left = async () => {
  const [row] = await world.database.query<{ lines: number; orders: number }>(
    `select (select count(*)::int from order_line where portal_id = $1) as lines,
      (select count(*)::int from "order" where portal_id = $1) as orders`,
    [portalId],
  )
  return [row?.lines, row?.orders]
}

describe('the list', () => {
  const list = (page?: number) => inTrial(world.database, (tx) => listImports(tx, portalId, page))

  test('has each file of orders, the newest first, with who brought it and whether it may go', async () => {
    await world.database.query(
      `insert into person (id, email, name) values ($1, 'trae@sala.test', 'Quien trae') on conflict do nothing`,
      [personId],
    )
    const at = (n: number) => new Date(sold.getTime() + n)
    const [low, high] = [v7(), v7()].toSorted()
    await run({ id: high ?? '', createdAt: at(1), actorId: personId })
    await run({ id: low ?? '', createdAt: at(1), actorId: v7() })
    const undone = await run({ createdAt: at(3), undoneAt: at(9) })
    const empty = await run({ createdAt: at(4), report: { ...report, imported: 0 } })
    const old = await run({ createdAt: at(5), batchId: null })
    await run({ createdAt: at(6), kind: 'visits' })
    await run({ createdAt: at(7), portalId: v7() })
    const { items, total, page } = await list()
    expect([total, page]).toEqual([5, 1])
    expect(items.map(({ id, person, undoneAt, undoable }) => [id, person, undoneAt, undoable])).toEqual([
      [old.id, null, null, false],
      [empty.id, null, null, false],
      [undone.id, null, at(9).toISOString(), false],
      [high, 'Quien trae', null, true],
      [low, null, null, true],
    ])
    expect(items[3]).toMatchObject({
      ...{
        format: 'generic',
        fileName: 'ventas.csv',
        at: at(1).toISOString(),
        rows: 9,
        imported: 2,
        orders: 1,
      },
    })
  })

  test('comes fifty a page', async () => {
    for (let n = 0; n < 51; n += 1) await run({ createdAt: new Date(sold.getTime() + n) })
    const second = await list(2)
    expect([(await list()).items.length, second.items.length, second.total, second.page]).toEqual([
      50, 1, 51, 2,
    ])
  })
})

describe('a file that is taken back', () => {
  test('is the portal’s own, of orders, and not taken back already', async () => {
    const { id } = await run()
    expect(await why(undo(v7()))).toBe('notFound')
    expect(await why(undo(id, await putPortal(world.database, accountId)))).toBe('notFound')
    expect(await why(undo((await run({ kind: 'visits' })).id))).toBe('notFound')
    expect(await why(undo((await run({ batchId: null })).id))).toBe('orders.notUndoable')
    expect(await undo(id)).toEqual({ file: 'ventas.csv' })
    expect(await why(undo(id))).toBe('orders.notUndoable')
  })

  test('takes its lines along and the orders that nothing is left of', async () => {
    const [mine, other] = [await run(), await run()]
    await sale(mine.batchId)
    const both = await sale(mine.batchId)
    await sale(other.batchId, { orderId: both, ordinal: 1 })
    await sale(other.batchId)
    const [claimed, told] = [await sale(mine.batchId), await sale(mine.batchId)]
    await world.database.query(`insert into stock (portal_id, id, product_id) values ($1, $2, $2)`, [
      portalId,
      productId,
    ])
    await world.database.query(
      `insert into stock_claim (portal_id, order_id, line, stock_id, committed, shipped, returned) values ($1, $2, '1', $3, 1, 0, 0)`,
      [portalId, claimed, productId],
    )
    await inTrial(world.database, (tx) =>
      tx.insert(orderState).values({
        ...{ portalId, source: 'csv', externalId: told, toldAt: sold, firsts: {} },
        state: {} as never,
      }),
    )
    expect(await left()).toEqual([6, 5])
    await undo(mine.id)
    expect(await left()).toEqual([2, 4])
  })

  test('leaves what was said of its SKUs by hand, and forgets the rest that nothing was sold of', async () => {
    const { id, batchId } = await run()
    const sku = async (row: Partial<typeof skuMapping.$inferInsert>, batch?: string) => {
      const one = v7()
      await inTrial(world.database, (tx) =>
        tx.insert(skuMapping).values({ portalId, source: 'csv', sku: one, ...row, id: one }),
      )
      if (batch) await sale(batch, { productId, skuId: one })
      return one
    }
    const elsewhere = (await run()).batchId
    const names = {
      unmapped: await sku({}, batchId),
      never: await sku({}),
      mapped: await sku({ productId }, batchId),
      mappedNever: await sku({ productId }),
      hand: await sku({ byHand: true }, batchId),
      handNever: await sku({ byHand: true }),
      both: await sku({}, elsewhere),
    }
    await undo(id)
    const rows = await world.database.query<{ id: string }>(
      'select id from sku_mapping where portal_id = $1',
      [portalId],
    )
    const there = new Set(rows.map((row) => row.id))
    expect(Object.entries(names).flatMap(([name, one]) => (there.has(one) ? [name] : []))).toEqual([
      ...['mappedNever', 'hand', 'handNever', 'both'],
    ])
  })

  test('stays while what it sold was taken back by another file, or by whoever else, but not by itself', async () => {
    const [mine, file] = [await run(), await run({ fileName: 'devoluciones.csv' })]
    const orderId = await sale(mine.batchId)
    const back = { orderId, kind: 'refund' as const, units: 0 }
    await sale(mine.batchId, back)
    const params = async () => {
      try {
        await undo(mine.id)
        return 'done'
      } catch (error) {
        const { code, params: of } = error as { code: string; params: unknown }
        return [code, of]
      }
    }
    await sale(v7(), { ...back, ordinal: 1 })
    expect(await params()).toEqual(['orders.refundedSince', { order: orderId }])
    await sale(file.batchId, { ...back, ordinal: 2 })
    expect(await params()).toEqual(['orders.refundedByFile', { file: 'devoluciones.csv', order: orderId }])
    await world.database.query('delete from order_line where order_id = $1 and batch_id <> $2', [
      orderId,
      mine.batchId,
    ])
    expect(await params()).toBe('done')
  })

  test('that called something off stays while what stood again was called off anew', async () => {
    const [sales, off, again] = [await run(), await run(), await run()]
    const orderId = await sale(sales.batchId, { ordinal: 1 })
    const called = (batchId: string, ordinal: number) =>
      sale(batchId, { orderId, kind: 'cancellation', units: -1, ordinal })
    await called(off.batchId, 1)
    await called(v7(), 100_002)
    expect(await why(undo(off.id))).toBe('done')
    await world.database.query('update import_run set undone_at = null where id = $1', [off.id])
    await called(off.batchId, 1)
    await called(again.batchId, 100_001)
    expect(await why(undo(off.id))).toBe('orders.refundedByFile')
    expect(await why(undo(again.id))).toBe('done')
    expect(await why(undo(off.id))).toBe('done')
  })
})

describe('a bill that has closed over it', () => {
  test.each<[string, string, object, object]>([
    ['done', 'is not there', {}, { month: '2026-02-01' }],
    ['orders.billedPending', 'waits', {}, {}],
    ['orders.billed', 'has its number', { status: 'Approved' }, {}],
    ['done', 'was cancelled', { status: 'Cancelled' }, {}],
    ['done', 'holds it of another portal', {}, { portalId: v7() }],
    ['done', 'was paid out of another book', {}, { from: 'held', to: 'payable' }],
    ['done', 'let go of it', {}, { from: 'held', to: 'accrued' }],
  ])('answers %s where it %s', async (answer, _, row, entry) => {
    const { id, batchId } = await run({ createdAt: new Date('2026-04-01T10:00:00Z') })
    // It is March in Madrid.
    await sale(batchId, { at: new Date('2026-02-28T23:00:00Z') })
    const billId = await putBill(world.database, { accountId, status: 'Pending', ...row })
    const held = {
      accountId,
      billId,
      portalId,
      from: 'accrued',
      to: 'held',
      amountCents: 1,
      month: '2026-03-01',
    }
    await putEntries(world.database, [{ ...held, ...entry } as never], new Date('2026-04-02T10:00:00Z'))
    expect(await why(undo(id))).toBe(answer)
  })

  test('before it came in does not hold it, and one that does is named by its first month', async () => {
    const created = new Date('2026-04-01T10:00:00Z')
    const billId = await putBill(world.database, { accountId, status: 'Approved', number: 'R-7' })
    const held = (month: string) =>
      ({ accountId, billId, portalId, from: 'accrued', to: 'held', amountCents: 1, month }) as const
    const brought = async () => {
      const { id, batchId } = await run({ createdAt: created })
      for (const day of ['03-04', '02-04']) await sale(batchId, { at: new Date(`2026-${day}T10:00:00Z`) })
      return id
    }
    await putEntries(world.database, [held('2026-03-01')], created)
    expect(await why(undo(await brought()))).toBe('done')
    const late = [held('2026-03-01'), held('2026-02-01'), held('2026-01-01')]
    await putEntries(world.database, late, new Date(created.getTime() + 1))
    const refused = await undo(await brought()).catch((error: { params: unknown }) => error.params)
    expect(refused).toEqual({ month: '02/2026', bill: 'R-7' })
  })
})
