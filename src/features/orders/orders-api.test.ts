import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { rollupDifferences } from '#features/rollups/server/rollup-differences.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const limited = async () => {
  const artist = await as(world.database, 'artist')
  const [row] = ok(await artist.stocks.listStocks({ portalId })).items
  if (!row?.sku) throw new Error('The portal has no stock')
  return { ...row, sku: row.sku }
}
const line = { id: '1', sku: 'SUELTO', name: 'Pegatina', units: 3, unitPrice: '12.10', tax: '6.30' }
const draft = (externalId: string, rest: object = {}) => ({
  portalId,
  externalId,
  placedAt: '2026-11-10T10:00:00Z',
  updatedAt: '2026-11-10T10:00:00Z',
  currency: 'EUR',
  buyer: 'ana@example.test',
  country: 'España',
  lines: [line],
  ...rest,
})

/** Figures of sales that are not those of the facts. */
const wrongSales = async () => {
  await rollWaitingBatches(world.database)
  const found = Object.entries(await rollupDifferences(world.database))
  return found.filter(([name, rows]) => rows !== 0 && !name.startsWith('visit'))
}

describe('an order told by a program', () => {
  test.each(['XXX', 'XTS', 'ABC', 'eur'])('no order in %s, which is no currency', async (currency) => {
    const artist = await as(world.database, 'artist')
    const result = await artist.orders.putOrder(draft('A-CUR', { currency, currencyRate: '2' }))
    expect(result).toMatchObject({ error: { fields: { currency: expect.any(String) } } })
  })

  test('commits stock, takes it out when it is sent, and gives it back when it returns', async () => {
    const artist = await as(world.database, 'artist')
    const { id, sku } = await limited()
    const at = { portalId, stockId: id }
    ok(await artist.stocks.countStock({ ...at, onHand: 20 }))
    const before = ok(await artist.stocks.getStock(at))
    const stock = async () => {
      const { onHand, committed } = ok(await artist.stocks.getStock(at))
      return [onHand - before.onHand, committed - before.committed]
    }
    const told = (minute: number, part: object, rest: object = {}) =>
      artist.orders.putOrder(
        draft('A-1', {
          updatedAt: `2026-11-10T10:0${minute}:00Z`,
          lines: [{ ...line, sku, ...part }],
          ...rest,
        }),
      )
    expect(ok(await told(0, {}))).toMatchObject({ netCents: 3000, taxCents: 630, units: 3, unmapped: 0 })
    expect(await stock()).toEqual([0, 3])
    ok(await told(1, { shipped: 2 }))
    ok(await told(1, { shipped: 2 }))
    expect(await stock()).toEqual([-2, 1])
    // An older state that comes late changes nothing.
    ok(await told(0, {}))
    expect(await stock()).toEqual([-2, 1])
    const refund = { id: 'R', at: '2026-11-11T09:00:00Z', lines: [{ id: '1', amount: '12.10', tax: '2.10' }] }
    const returned = ok(await told(2, { shipped: 3, returned: 1 }, { refunds: [refund] }))
    expect(returned).toMatchObject({ netCents: 2000, refundsCents: 1000 })
    expect(await stock()).toEqual([-2, 0])
    const moves = ok(await artist.stocks.getStock(at)).movements
    expect(moves[0]?.order?.externalId).toBe('A-1')
  })

  test('is corrected in its place, its day and its campaign too, and all figures with it', async () => {
    const artist = await as(world.database, 'artist')
    const told = (hour: number, rest: object) =>
      artist.orders.putOrder(draft('A-9', { updatedAt: `2026-11-12T1${hour}:00:00Z`, ...rest }))
    const before = ok(await told(1, { city: 'Gijón', campaign: 'gira' }))
    expect(before).toMatchObject({ country: 'ES', city: 'Gijón', campaign: 'gira' })
    expect(await wrongSales()).toEqual([])
    const refunds = [
      { id: 'R', at: '2026-11-11T09:00:00Z', lines: [{ id: '1', amount: '12.10', tax: '2.10' }] },
    ]
    const after = ok(
      await told(2, { country: 'Portugal', city: 'Lisboa', placedAt: '2026-10-20T10:00:00Z', refunds }),
    )
    // What is not told stays; the city of one country is none of another.
    expect(after).toMatchObject({ country: 'PT', city: 'Lisboa', campaign: 'gira', netCents: 2000, units: 3 })
    expect(after.placedAt).toBe('2026-10-20T10:00:00.000Z')
    expect(after.lines.find(({ kind }) => kind === 'sale')?.at).toBe(after.placedAt)
    const moved = ok(await told(3, { country: 'FR', placedAt: '2026-10-20T10:00:00Z', refunds }))
    expect(moved).toMatchObject({ country: 'FR', city: null })
    const still = ok(await told(4, { country: undefined, placedAt: '2026-10-20T10:00:00Z', refunds }))
    expect(still).toMatchObject({ country: 'FR', campaign: 'gira' })
    // An older state that comes late changes nothing.
    expect(ok(await told(0, { country: 'IT' }))).toMatchObject({ country: 'FR' })
    expect(await wrongSales()).toEqual([])
  })

  test('with wrong fields is refused by the field and leaves nothing', async () => {
    const artist = await as(world.database, 'artist')
    const result = await artist.orders.putOrder(draft('A-2', { lines: [line, line], currency: 'EUR' }))
    expect(result).toMatchObject({ error: { fields: { 'lines.1.id': 'Dos líneas llevan el mismo id.' } } })
    expect(await artist.orders.putOrder(draft('A-2', { currency: 'USD' }))).toMatchObject({
      error: { fields: { currencyRate: 'Indica el cambio a euros de esta moneda.' } },
    })
    expect(ok(await artist.orders.listOrders({ q: 'A-2' })).total).toBe(0)
    const lector = await as(world.database, 'lector')
    const foreign = { ...draft('A-3'), portalId: portals.hotelLevante.id }
    expect(failureCode(await lector.orders.putOrder(foreign))).toBe('forbidden')
  })

  test('of unknown SKUs is kept, and follows when they are mapped', async () => {
    const artist = await as(world.database, 'artist')
    const { id, productId, sku: _ } = await limited()
    ok(await artist.orders.putOrder(draft('A-4', { lines: [{ ...line, sku: 'OTRO-NOMBRE' }] })))
    const state = 'unmapped' as const
    expect(ok(await artist.orders.listOrders({ state })).items.map(({ externalId }) => externalId)).toContain(
      'A-4',
    )
    const { items } = ok(await artist.orders.listSkus({ portalId, q: 'OTRO-NOMBRE' }))
    const [unknown] = items
    expect(unknown).toMatchObject({ target: null, units: 3, netCents: 3000 })
    const before = ok(await artist.stocks.getStock({ portalId, stockId: id })).committed
    const variantId = id === productId ? null : id
    ok(await artist.orders.mapSkus({ portalId, skus: [{ id: unknown?.id ?? '', productId, variantId }] }))
    expect(ok(await artist.stocks.getStock({ portalId, stockId: id })).committed).toBe(before + 3)
    expect(ok(await artist.orders.listOrders({ q: 'A-4' })).items[0]?.unmapped).toBe(0)
  })
})

describe('a file of orders', () => {
  const map = JSON.stringify({
    columns: { order: 'pedido', sku: 'sku', quantity: 'uds', unitPrice: 'precio', date: 'fecha' },
    constants: { taxRate: '0', currency: 'EUR' },
  })
  const csv = (...rows: string[]) =>
    new File([['pedido,sku,uds,precio,fecha', ...rows].join('\n')], 'noviembre.csv')
  const sums = () =>
    world.database.query(
      `select * from (select scope_id, grain, t, sum(orders)::int as orders, sum(units)::int as units,
        sum(net_micros)::text as net from sales_total group by 1, 2, 3) x
      where orders <> 0 or units <> 0 or net <> '0' order by 1, 2, 3`,
    )

  test('is looked at, comes in, and is taken back whole', async () => {
    const artist = await as(world.database, 'artist')
    const rows = ['F-1,A,2,10,2026-11-05T10:00:00Z', 'F-2,B,uno,10,2026-11-05T10:00:00Z']
    const send = (mode: 'check' | 'all' | 'valid') =>
      artist.orders.uploadOrders({ portalId, file: csv(...rows), format: 'generic', map, mode })
    const before = await sums()
    const check = ok(await send('check'))
    expect(check).toMatchObject({ status: 'checked', rows: 2, imported: 1, bad: 1 })
    expect(check.errors).toMatchObject([{ row: 3 }])
    expect(await sums()).toEqual(before)
    expect(ok(await send('all')).status).toBe('refused')
    expect(await sums()).toEqual(before)
    expect(ok(await send('valid'))).toMatchObject({ status: 'imported', imported: 1 })
    expect(ok(await artist.orders.listOrders({ q: 'F-1' })).items[0]).toMatchObject({ netCents: 2000 })
    const [run] = ok(await artist.orders.listImports({ portalId })).items
    expect(run).toMatchObject({ fileName: 'noviembre.csv', imported: 1, undoable: true, undoneAt: null })
    expect(run?.person).toBeTruthy()
    const at = { portalId, importId: run?.id ?? '' }
    expect(await artist.orders.undoImport(at)).toBeNull()
    expect(ok(await artist.orders.listImports({ portalId })).items[0]).toMatchObject({
      ...{ id: at.importId, undoable: false, undoneAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    })
    expect(await sums()).toEqual(before)
    expect(ok(await artist.orders.listOrders({ q: 'F-1' })).total).toBe(0)
    expect(failureCode(await artist.orders.undoImport(at))).toBe('orders.notUndoable')
  })

  test('that cannot be read says why by its field', async () => {
    const artist = await as(world.database, 'artist')
    const wish = { portalId, format: 'generic' as const, mode: 'check' as const }
    const broken = await artist.orders.uploadOrders({ ...wish, file: csv(), map: '{' })
    expect(broken).toMatchObject({ error: { fields: { map: 'map: no es JSON.' } } })
    const other = await artist.orders.uploadOrders({ ...wish, format: 'shopify', file: csv('1,2,3,4,5') })
    expect(failureCode(other)).toBe('invalidInput')
  })
})

describe('the file of orders', () => {
  test('holds what the list shows, with its columns, in its order', async () => {
    const artist = await as(world.database, 'artist')
    const query = { orderBy: 'net' as const, from: '2020-01-01' }
    const list = ok(await artist.orders.listOrders(query))
    const fileOf = (who: 'artist' | 'analyst', asked: string) =>
      fileFor(world.database, people[who].id, `/orders/file?${asked}`)
    const file = await fileOf('artist', 'orderBy=net&from=2020-01-01&as=csv&columns=net&columns=state')
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="pedidos-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = Buffer.from(await file.arrayBuffer())
      .toString('utf8')
      .trimEnd()
      .split('\n')
    expect(lines).toHaveLength(list.total + 1)
    expect(lines[0]).toBe('\ufeffPedido;Neto;Estado')
    expect(lines.slice(1, 51).map((line) => Number(line.split(';')[1]?.replace(',', '.')))).toEqual(
      list.items.map(({ netCents }) => netCents / 100),
    )
    const none = await fileOf('artist', 'as=xlsx&to=2001-01-01')
    expect(none.headers.get('content-disposition')).toMatch(/"pedidos-\d{4}-\d\d-\d\d\.xlsx"$/)
    const { sheets } = await readXlsx(new Uint8Array(await none.arrayBuffer()))
    expect(sheets[0]?.rows).toHaveLength(1)
    // Figures as whoever opens it writes them, in columns as wide as they are.
    const some = await fileOf('artist', 'as=xlsx&from=2020-01-01')
    const [sheet] = (await readXlsx(new Uint8Array(await some.arrayBuffer()), { readStyles: true })).sheets
    const at = (column: string) => sheet?.rows[0]?.indexOf(column) ?? -1
    expect(sheet?.cells?.get(`1,${at('Neto')}`)?.style?.numFmt).toBe('#,##0.00')
    expect(sheet?.cells?.get(`1,${at('Unidades')}`)?.style?.numFmt).toBe('#,##0')
    expect(sheet?.columns?.every(({ width = 0 }) => width >= 12)).toBe(true)
    expect((await fileOf('analyst', 'as=csv')).status).toBe(403)
  })
})
