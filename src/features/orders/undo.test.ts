import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { accrueSales } from '#features/billing/server/accrue-sales.ts'
import { pendingBill } from '#features/billing/test-bills.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const month = () => new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 8)

const map = JSON.stringify({
  columns: { order: 'pedido', name: 'producto', total: 'importe', date: 'fecha' },
  constants: { taxRate: '0', currency: 'EUR', quantity: '1' },
})
const bringIn = async (order: string, day: string) => {
  const artist = await as(world.database, 'artist')
  const file = new File([`pedido,producto,importe,fecha\n${order},Lote,2000.00,${day}\n`], `${order}.csv`)
  const done = ok(await artist.orders.uploadOrders({ portalId, file, format: 'generic', map, mode: 'all' }))
  return done.importId ?? ''
}
const undo = async (importId: string) =>
  (await as(world.database, 'artist')).orders.undoImport({ portalId, importId })
const accrued = async () => {
  const [row] = await world.database.query<{ cents: string }>(
    `select coalesce(sum(amount_cents), 0)::text as cents from ledger_entry where portal_id = $1 and month = $2::date and "from" = 'sales'`,
    [portalId, `${month()}01`],
  )
  return Number(row?.cents)
}

test('the ledger follows an import that is undone; one that a bill has closed over stays, and says which bill', async () => {
  const { database } = world
  await accrueSales(database)
  const before = await accrued()
  const free = await bringIn('UNDO-1', `${month()}05`)
  await accrueSales(database)
  expect(await accrued()).toBeGreaterThan(before)
  expect(await undo(free)).toBeNull()
  await accrueSales(database)
  expect(await accrued()).toBe(before)

  const closed = await bringIn('UNDO-2', `${month()}06`)
  const bill = await pendingBill(database, portalId)
  const refused = await undo(closed)
  expect(failureCode(refused)).toBe('orders.billedPending')
  // What comes in after the bill for the same month is on no bill yet, and goes.
  const late = await bringIn('UNDO-3', `${month()}07`)
  expect(await undo(late)).toBeNull()
  const staff = await as(database, 'billing')
  ok(
    await staff.billing.cancelBill(
      { billId: bill.id, reason: 'Ventas de prueba' },
      { version: bill.version },
    ),
  )
  expect(await undo(closed)).toBeNull()
})

test('sales whose refunds another file brought stay until that file is undone', async () => {
  const artist = await as(world.database, 'artist')
  const day = `${month()}08`
  const columns = { order: 'pedido', name: 'producto', total: 'importe', date: 'fecha', kind: 'tipo' }
  const both = JSON.stringify({ columns, constants: { taxRate: '0', currency: 'EUR', quantity: '1' } })
  const upload = async (name: string, row: string) => {
    const file = new File([`pedido,producto,importe,fecha,tipo\n${row}\n`], name)
    const brought = await artist.orders.uploadOrders({
      portalId,
      file,
      format: 'generic',
      map: both,
      mode: 'all',
    })
    return ok(brought).importId ?? ''
  }
  const sold = await upload('ventas.csv', `UNDO-9,Lote,2000.00,${day},sale`)
  const back = await upload('devoluciones.csv', `UNDO-9,Lote,500.00,${day},refund`)
  const refused = await undo(sold)
  expect(failureCode(refused)).toBe('orders.refundedByFile')
  expect(JSON.stringify(refused)).toContain('devoluciones.csv')
  const left = () =>
    world.database.query(
      `select l.kind from order_line l join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
      where o.external_id = 'UNDO-9'`,
    )
  expect(await left()).toHaveLength(2)
  expect(await undo(back)).toBeNull()
  expect(await undo(sold)).toBeNull()
  expect(await left()).toEqual([])
})
