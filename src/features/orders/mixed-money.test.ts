import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import type { Reading, Wish } from './reading-contract.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const rates = JSON.stringify({ USD: '0.9', MXN: '0.05', GBP: '1.2' })
const fileOf = (rows: string[]) =>
  new File([['Pedido;Fecha;Producto;Uds;Importe', ...rows].join('\n')], 'pedidos.csv')

async function read(rows: string[], wish: Wish = {}): Promise<Reading> {
  const artist = await as(world.database, 'artist')
  const told = JSON.stringify({ taxRate: '0', ...wish })
  return ok(await artist.orders.readOrdersFile({ portalId, file: fileOf(rows), wish: told }))
}
async function check(rows: string[], { map, layout, decimal }: Reading) {
  const artist = await as(world.database, 'artist')
  return ok(
    await artist.orders.uploadOrders({
      ...{ portalId, file: fileOf(rows), format: 'generic', mode: 'check', rates },
      ...{ map: JSON.stringify(map), layout: JSON.stringify(layout), ...(decimal ? { decimal } : {}) },
    }),
  )
}
const mixed = [
  'M-1;2026-03-01;Gorra;1;12,00 €',
  'M-2;2026-03-01;Gorra;1;$12.00',
  'M-3;2026-03-02;Gorra;1;1.250,50 €',
  'M-4;2026-03-02;Gorra;1;£1,250.50',
]

test('amounts with signs of several moneys are each of their own, and written its own way', async () => {
  const open = await read(mixed)
  expect(open.questions).toMatchObject([{ id: 'dollar', column: 'Importe', values: '$12.00' }])
  const known = await read(mixed, { dollar: 'USD' })
  expect(known.questions).toEqual([])
  expect(known.rows.map(({ line }) => [line?.currency, line?.charged])).toEqual([
    ['EUR', '12'],
    ['USD', '12'],
    ['EUR', '1250.5'],
    ['GBP', '1250.5'],
  ])
  expect(await check(mixed, known)).toMatchObject({
    ...{ bad: 0, imported: 4, totals: { EUR: '1262.50', USD: '12.00', GBP: '1250.50' } },
    months: [
      { currency: 'EUR', file: '1262.5', counted: '1262.5' },
      { currency: 'GBP', file: '1250.5', counted: '1250.5' },
      { currency: 'USD', file: '12', counted: '12' },
    ],
  })
  expect(await check(mixed, await read(mixed, { dollar: 'MXN' }))).toMatchObject({
    totals: { EUR: '1262.50', MXN: '12.00', GBP: '1250.50' },
  })
})

test('amounts without a sign among them are asked about', async () => {
  const rows = ['N-1;2026-03-01;Gorra;1;12,00 €', 'N-2;2026-03-01;Gorra;1;£7.50', 'N-3;2026-03-01;Gorra;1;5']
  const open = await read(rows)
  expect(open.questions).toMatchObject([{ id: 'currency', column: 'Importe', values: '5' }])
  const known = await read(rows, { currency: 'USD' })
  expect(known.questions).toEqual([])
  expect((await check(rows, known)).totals).toEqual({ EUR: '12.00', GBP: '7.50', USD: '5' })
})

test('a money whose own amounts leave its decimals open is asked about them', async () => {
  const rows = ['O-1;2026-03-01;Gorra;1;12,00 €', 'O-2;2026-03-01;Gorra;1;£1.234']
  const open = await read(rows)
  expect(open.questions).toMatchObject([{ id: 'decimal', column: 'Importe', values: '£1.234' }])
  expect((await check(rows, await read(rows, { decimal: '.' }))).totals).toEqual({
    EUR: '12.00',
    GBP: '1.234',
  })
})

test('a program that says no word of signs is still refused what is of another money', async () => {
  const { map, ...rest } = await read(mixed, { dollar: 'USD' })
  const { bySign: _, dollar: __, ...plain } = map ?? { columns: {} }
  const told = { ...plain, decimal: ',' as const, constants: { ...plain.constants, currency: 'EUR' } }
  expect((await check(mixed, { ...rest, map: told })).errors).toMatchObject([
    { row: 3, message: expect.stringContaining('EUR') },
    { row: 5, message: expect.stringContaining('EUR') },
  ])
})
