import { beforeAll, expect, test } from 'vitest'
import type { Wish } from '#features/orders/reading-contract.ts'
import { as, fileFor, ok } from './as.ts'
import { emptied, hasToSay, issued, saidEverywhere } from './bills-everywhere.ts'
import { testDatabase } from './database.ts'
import { people, portals } from './world/cast.ts'

/**
 * A shop that sells records at 21 % and books at 4 keeps a column of tax for each: from its file to the paper that the artist is
 * paid by, to the cent at each stop.
 */

const world = testDatabase()
const { id: portalId, accountId } = portals.ninoLobo

beforeAll(async () => {
  await emptied(world.database)
  // Each kind of goods at a commission of its own.
  await world.database.query(`delete from portal_rate where portal_id = $1`, [portalId])
})

/** As Excel writes it in Spain. Per row: net, tax at 21, tax at 4. */
const orders = [
  ['P-1', '04/08/2026', 'Disco', '24,20', '4,20', ''],
  ['P-2', '05/08/2026', 'Libro', '10,40', '', '0,40'],
  ['P-3', '06/08/2026', 'Disco', '29,99', '5,20', ''],
  ['P-3', '06/08/2026', 'Libro', '15,00', '', '0,58'],
  ['P-4', '31/08/2026', 'Lote de disco y libro', '44,99', '5,20', '0,58'],
]
const heading = ['Pedido', 'Fecha', 'Producto', 'Total', 'IVA 21%', 'Cuota IVA 4%']
const file = () => new File([[heading, ...orders].map((row) => row.join(';')).join('\n')], 'agosto.csv')
const cents = (text = '') => Math.round(Number(text.replace(',', '.') || 0) * 100)
const taxOf = (row: string[]) => cents(row[4]) + cents(row[5])
const netOf = (row: string[]) => cents(row[3]) - taxOf(row)
const sum = (of: (row: string[]) => number) => orders.reduce((all, row) => all + of(row), 0)

test('what each rate took out of a sale is out of it at every stop', async () => {
  const artist = await as(world.database, 'artist')
  const read = async (wish: Wish) =>
    ok(await artist.orders.readOrdersFile({ portalId, file: file(), wish: JSON.stringify(wish) }))
  let wish: Wish = {}
  let reading = await read(wish)
  // The rate is not asked: each row has its own.
  expect(reading.questions.map(({ id }) => id)).not.toContain('tax')
  for (const { id, options } of reading.questions) {
    if (id === 'currency') wish = { ...wish, currency: 'EUR' }
    if (id === 'dateFormat')
      wish = { ...wish, dateFormat: options.find(({ value }) => /^dd?\//.test(value))?.value ?? '' }
    if (id === 'totalOf') wish = { ...wish, totalOf: 'line' }
  }
  reading = await read(wish)
  expect(reading.questions).toEqual([])
  expect([reading.map?.columns.tax, reading.map?.taxes]).toEqual(['IVA 21%', ['Cuota IVA 4%']])
  expect(reading.rows.map(({ line }) => [cents(line?.net), cents(line?.tax)])).toEqual(
    orders.map((row) => [netOf(row), taxOf(row)]),
  )

  const send = async (mode: 'check' | 'all') =>
    ok(
      await artist.orders.uploadOrders({
        ...{ portalId, file: file(), format: 'generic', mode },
        ...{ map: JSON.stringify(reading.map), layout: JSON.stringify(reading.layout) },
      }),
    )
  const check = await send('check')
  expect(check.bad).toBe(0)
  expect(
    check.months.map(({ month, file: all, counted, net, tax }) => [
      month,
      ...[all, counted, net, tax].map(cents),
    ]),
  ).toEqual([['2026-08', sum((row) => cents(row[3])), sum((row) => cents(row[3])), sum(netOf), sum(taxOf)]])
  expect(await send('all')).toMatchObject({ imported: orders.length, orders: 4 })
  expect(await send('all')).toMatchObject({ imported: 0, known: orders.length })

  const days = { f: '2026-08-01', t: '2026-08-31' }
  const { items } = ok(await artist.orders.listOrders({ from: days.f, to: days.t, orderBy: 'placedAt' }))
  const ofOrder = (id: string) =>
    orders.filter(([order]) => order === id).reduce((all, row) => all + netOf(row), 0)
  expect(items.map(({ externalId, netCents }) => [externalId, netCents])).toEqual(
    ['P-1', 'P-2', 'P-3', 'P-4'].map((id) => [id, ofOrder(id)]),
  )
  for (const { id, externalId } of items) {
    const { lines } = ok(await artist.orders.getOrder({ portalId, orderId: id }))
    expect(lines.map(({ netCents }) => netCents)).toEqual(
      orders.filter(([order]) => order === externalId).map(netOf),
    )
  }
  const { totals } = ok(await artist.analytics.netSalesDetailInfo(days))
  expect([totals.netCents, totals.orders]).toEqual([sum(netOf), 4])
  const income = ok(await artist.analytics.incomeDetailInfo(days)).totals.incomeCents ?? 0
  // Nobody has said what they are: a fifth is the provider's.
  expect(income).toBe(Math.round(sum(netOf) * 0.8))

  const billId = await issued(world.database, accountId, '2026-08')
  const quota = Math.round(income * 0.21)
  const withheld = Math.round(income * 0.15)
  const said = await saidEverywhere(world.database, billId)
  expect(said).toEqual(
    hasToSay(
      {
        lines: [['Income', income]],
        ...{ base: income, rates: [[2100, income, quota]], withheld, payable: income + quota - withheld },
      },
      said.number,
    ),
  )
  const statement = await fileFor(
    world.database,
    people.artist.id,
    `/portal/${portalId}/statement?f=2026-09-01&t=2026-09-30&format=csv`,
  )
  expect(await statement.text()).toContain(
    `${said.number};Factura;${String((income + quota - withheld) / 100).replace('.', ',')};`,
  )
})
