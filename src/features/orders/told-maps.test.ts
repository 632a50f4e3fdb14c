import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const columns = { order: 'pedido', name: 'producto', total: 'importe', date: 'fecha' }
const constants = { taxRate: '0', currency: 'EUR', quantity: '1' }

async function send(text: string, map: unknown, more: Record<string, string> = {}) {
  const artist = await as(world.database, 'artist')
  return artist.orders.uploadOrders({
    ...{ portalId, file: new File([text], 'pedidos.csv'), format: 'generic', mode: 'check' },
    ...{ map: typeof map === 'string' ? map : JSON.stringify(map), ...more },
  })
}
const faultsIn = async (...given: Parameters<typeof send>) => {
  const { error } = (await send(...given)) as { error?: { fields?: Record<string, string> } }
  return error?.fields
}

const wide = 'pedido,producto,importe,fecha\nA-1,Gorra,40.00,2026-03-01\nA-1,Chapa,40.00,2026-03-01\n'

test('a program has to answer what the screen would ask', async () => {
  expect(await faultsIn(wide, { columns, constants })).toEqual({
    'map.totalOf': expect.stringContaining('40.00'),
  })
  const sums = async (totalOf: string) => ok(await send(wide, { columns, constants, totalOf })).totals
  expect([await sums('order'), await sums('line')]).toEqual([{ EUR: '40.00' }, { EUR: '80.00' }])

  const back = `pedido,producto,importe,fecha,devuelto\nA-1,Gorra,40.00,2026-03-01,10\nA-1,Chapa,30.00,2026-03-01,10\n`
  const map = { columns: { ...columns, refunded: 'devuelto' }, constants }
  expect(Object.keys((await faultsIn(back, map)) ?? {})).toEqual(['map.refundedOf'])
  expect(ok(await send(back, { ...map, refundedOf: 'order' })).totals).toEqual({ EUR: '60.00' })

  const commas =
    'pedido;producto;importe;fecha;devuelto\nA-1;Gorra;40,00;2026-03-01;10,00\nA-1;Chapa;30,00;2026-03-01;10,00\n'
  const asked = await faultsIn(commas, map, { layout: '{"delimiter":";"}', decimal: ',' })
  expect(Object.keys(asked ?? {})).toEqual(['map.refundedOf'])

  const cents = 'pedido,producto,importe (cents),fecha\nA-1,Gorra,4000,2026-03-01\n'
  const named = { columns: { ...columns, total: 'importe (cents)' }, constants }
  expect(Object.keys((await faultsIn(cents, named)) ?? {})).toEqual(['map.cents'])
  expect(ok(await send(cents, { ...named, cents: false })).totals).toEqual({ EUR: '4000' })
})

test('what is wrong with a map is told by its place, in the words of the screen', async () => {
  const faults = await faultsIn(wide, { columns: { ...columns, preis: 'x' }, decimal: ';', carry: 1 })
  expect(faults).toEqual({
    'map.columns.preis': 'Este campo no existe aquí',
    'map.decimal': expect.any(String),
    'map.carry': expect.any(String),
  })
  expect(JSON.stringify(faults)).not.toMatch(/Invalid|expected|Unrecognized/)
  expect(await faultsIn(wide, { columns: { order: 'pedido' }, constants })).toEqual({
    'map.columns': expect.stringContaining('Fecha'),
  })
  expect(await faultsIn(wide, '{')).toEqual({ map: expect.stringContaining('JSON') })
  expect(await faultsIn(wide, { columns, constants, timeZone: 'Mars/Base' })).toEqual({
    'map.timeZone': expect.any(String),
  })
  expect(Object.keys((await faultsIn(wide, { columns, constants }, { wish: '{"format":1}' })) ?? {})).toEqual(
    ['wish.format'],
  )
})

test('amounts that are taken away are read as ledgers write them', async () => {
  const text =
    'pedido;producto;importe;fecha\nA-1;Gorra;50,00;2026-03-01\nA-2;Gorra;(20,00);2026-03-01\nA-3;Gorra;5,50-;2026-03-01\nA-4;Gorra;(1.000,00 €);2026-03-01\n'
  expect(ok(await send(text, { columns, constants }, { layout: '{"delimiter":";"}' }))).toMatchObject({
    bad: 0,
    totals: { EUR: '-975.50' },
  })
})

test('rows below the one with the day stand in its month', async () => {
  const text = 'pedido,producto,importe,fecha\nA-1,Gorra,50.00,2026-03-01\n,Chapa,5.00,\n'
  const { months } = ok(await send(text, { columns, constants, carry: true }))
  expect(months.map(({ month, file, counted }) => [month, file, counted])).toEqual([['2026-03', '55', '55']])
})
