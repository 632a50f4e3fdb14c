import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { isFailure } from '#client.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const map = {
  columns: { order: 'pedido', sku: 'sku', quantity: 'unidades', unitPrice: 'precio', date: 'fecha' },
  constants: { taxRate: '0', currency: 'EUR' },
}
const csv = (...prices: string[]) =>
  new File(
    [
      'pedido;sku;unidades;precio;fecha\n',
      ...prices.map((price, at) => `A-${price}-${at};LP;1;${price};2026-10-01\n`),
    ],
    'pedidos.csv',
  )

/** Net of a file as the upload reads it, or what it asks. */
async function netOf(prices: string[], decimal?: ',' | '.', known: object = {}) {
  const artist = await as(world.database, 'artist')
  const file = csv(...prices)
  const answer = await artist.orders.uploadOrders({
    ...{ portalId, file, format: 'generic', map: JSON.stringify({ ...map, ...known }), mode: 'check' },
    ...(decimal ? { decimal } : {}),
  })
  if (isFailure(answer)) return typeof answer?.error === 'object' ? answer.error.fields : undefined
  return answer.bad > 0 ? answer.errors.map(({ message }) => message) : Number(answer.totals.EUR)
}

describe('a file of orders', () => {
  test.each([
    [['25.00'], 25],
    [['0.5'], 0.5],
    [['1,234.50', '12.5'], 1247],
    [['1.234,50', '12,5'], 1247],
    [['1.234', '0,5'], 1234.5],
    [['12 €', '€ 1.234,50'], 1246.5],
    [['1 234,5'], 1234.5],
  ])('reads %o as %d euros', async (prices, net) => {
    expect(await netOf(prices)).toBe(net)
  })

  test.each([[['1.234']], [['50,000', '12']], [['12,50', '12.50']]])(
    'that leaves %o open asks',
    async (prices) => {
      const asked = await netOf(prices)
      expect(Object.keys(asked ?? {})).toEqual(['decimal'])
      expect(JSON.stringify(asked)).toContain(prices[0])
    },
  )

  test('is read as the person answers, and what does not fit the answer is an error of its row', async () => {
    expect(await netOf(['1.234'], ',')).toBe(1234)
    expect(await netOf(['1.234'], '.')).toBe(1.234)
    expect(await netOf(['25.00'], undefined, { decimal: ',' })).toEqual(['precio: «25.00» no es un número.'])
    expect(await netOf(['$5,00'])).toEqual([
      'precio: «$5,00» no está en EUR. Pon la moneda de cada fila en una columna, o di que vale el signo de cada importe.',
    ])
  })
})

describe('a file of products', () => {
  const read = async (file: File, decimal?: ',' | '.') => {
    const staff = await as(world.database, 'super')
    return staff.products.importProducts({ file, mode: 'all', ...(decimal ? { decimal } : {}) })
  }
  const exported = async () => {
    const file = await fileFor(world.database, people.super.id, '/products/file?as=csv')
    return Buffer.from(await file.arrayBuffer())
      .toString()
      .split(/\r?\n/)
  }

  test('asks where its prices can be read in two ways, in CSV; a workbook knows its numbers', async () => {
    const [heading = '', first = ''] = await exported()
    const delimiter = heading.includes(';') ? ';' : ','
    const names = heading.replace('\uFEFF', '').split(delimiter)
    const price = names.indexOf('Precio')
    expect(price).toBeGreaterThan(0)
    const cells = first.split(delimiter)
    const withPrice = (text: string) =>
      new File(
        [`${names.join(';')}\n`, cells.map((cell, at) => (at === price ? text : cell)).join(';')],
        'p.csv',
      )
    expect(await read(withPrice('1.234'))).toMatchObject({
      // Columns are called as they are in the reader's own files.
      error: { fields: { decimal: expect.stringMatching(/«Precio».*1\.234/) } },
    })
    const priceOf = async () =>
      Math.round(Number((await exported())[1]?.split(delimiter)[price]?.replace(',', '.')) * 100)
    for (const [text, decimal, cents] of [
      ['1.234', ',', 123_400],
      ['24,00', undefined, 2400],
      ['24.5', undefined, 2450],
    ] as const) {
      expect(ok(await read(withPrice(text), decimal)).bad).toBe(0)
      expect(await priceOf()).toBe(cents)
    }
    expect(ok(await read(withPrice('1.23.4'))).rows[0]?.errors.price).toBe('Solo se admiten números')
    const book = await writeXlsx({
      sheets: [{ name: 'p', rows: [names, cells.map((cell, at) => (at === price ? 50.125 - 0.005 : cell))] }],
    })
    ok(await read(new File([book as Uint8Array<ArrayBuffer>], 'p.xlsx')))
    expect(await priceOf()).toBe(5012)
  })
})

test('a count of a thousand is a thousand where the file says so, and a question where it does not', async () => {
  const artist = await as(world.database, 'artist')
  const [row] = ok(await artist.stocks.listStocks({ portalId })).items
  const count = (units: string, decimal?: ',' | '.') =>
    artist.stocks.importCount({
      ...{ portalId, mode: 'all', file: new File([`sku;unidades\n${row?.sku};${units}\n`], 'recuento.csv') },
      ...(decimal ? { decimal } : {}),
    })
  expect(await count('1.000')).toMatchObject({
    error: { fields: { decimal: expect.stringMatching(/«Recuento».*1\.000/) } },
  })
  ok(await count('1.000', ','))
  expect(ok(await artist.stocks.listStocks({ portalId, q: row?.sku ?? '' })).items[0]?.onHand).toBe(1000)
})
