import { expect, test } from 'vitest'
import { isFailure } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import type { Wish } from './reading-contract.ts'
import { taxOpen } from './server/tax-inside.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const file = (heading: string) =>
  new File([`Pedido;Fecha;Producto;Uds;${heading}\nI-1;13/03/2026;Camiseta;2;12,10 €\n`], 'pedidos.csv')

async function read(heading: string, wish: Wish = {}) {
  const artist = await as(world.database, 'artist')
  return ok(await artist.orders.readOrdersFile({ portalId, file: file(heading), wish: JSON.stringify(wish) }))
}
async function check(heading: string, map: unknown) {
  const artist = await as(world.database, 'artist')
  return artist.orders.uploadOrders({
    ...{ portalId, file: file(heading), format: 'generic', mode: 'check' },
    ...{ map: JSON.stringify(map), layout: '{"delimiter":";"}' },
  })
}

test.each([
  'PVP',
  'PVP (IVA incl.)',
  'Precio con IVA',
  'Precio (impuestos incluidos)',
  'Total c/IVA',
  'Precio IVA incluido',
  'Price incl. VAT',
  'Importe bruto',
  'Gross',
])('«%s» says that tax is inside: how much is asked, and never counted as net', async (heading) => {
  const open = await read(heading)
  expect(open.questions).toMatchObject([
    { id: 'tax', column: heading, values: '12,10 €', options: [{ value: '21' }, {}, {}, { value: '0' }] },
  ])
  expect(open.rows).toEqual([])
  // A program that answers nothing is refused.
  const refused = await check(heading, open.map)
  expect(isFailure(refused) && refused?.error).toMatchObject({
    fields: { 'map.constants.taxRate': expect.stringContaining(heading) },
  })
})

test('what was answered is taken out of each amount, or not', async () => {
  const total = async (taxRate: string) => {
    const { questions, map } = await read('PVP (IVA incl.)', { taxRate })
    expect(questions).toEqual([])
    const { totals, months } = ok(await check('PVP (IVA incl.)', map))
    return [Number(totals.EUR), Number(months[0]?.tax), Number(months[0]?.counted)]
  }
  expect(await total('21')).toEqual([20, 4.2, 24.2])
  expect(await total('0')).toEqual([24.2, 0, 24.2])
})

test.each(['Precio', 'Importe', 'Total', 'Price', 'Amount'])(
  '«%s» says nothing of tax: it is asked, and nothing is taken for net',
  async (heading) => {
    const open = await read(heading)
    expect(open.questions).toMatchObject([{ id: 'tax', column: heading, values: '12,10 €' }])
    expect(open.rows).toEqual([])
    const refused = await check(heading, open.map)
    expect(isFailure(refused) && refused?.error).toMatchObject({
      fields: { 'map.constants.taxRate': expect.stringContaining(heading) },
    })
    const { map } = await read(heading, { taxRate: '21' })
    expect(ok(await check(heading, map)).months).toMatchObject([
      heading.startsWith('Pr') ? { counted: '24.2', tax: '4.2' } : { counted: '12.1', tax: '2.1' },
    ])
  },
)

test.each([
  'Importe sin IVA',
  'Total s/IVA',
  'Base imponible',
  'Precio (sin IVA)',
  'Importe neto',
  'Price excl. VAT',
])('«%s» asks nothing and counts as net', async (heading) => {
  const { questions, lacks, map } = await read(heading)
  expect([questions, lacks]).toEqual([[], []])
  expect(Object.values(map?.columns ?? {})).toContain(heading)
})

test('where what was charged says net, nothing is asked; where it does not, the one with tax inside is', () => {
  const open = (total: string, unitPrice: string, more: object = {}) =>
    taxOpen({ columns: { total, unitPrice, ...more } } as never)
  // Read as net, the tax of such a total would be earned.
  expect(open('Total', 'Precio sin IVA')).toBe('Total')
  expect(open('Importe neto', 'PVP')).toBeUndefined()
  expect(open('Total', 'PVP')).toBe('PVP')
  expect(open('Total', 'Precio')).toBe('Total')
  expect(open('Total', 'PVP', { tax: 'IVA' })).toBeUndefined()
})
