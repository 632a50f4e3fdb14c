import { readFileSync, statSync } from 'node:fs'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import type { GenericMap } from './map-shape.ts'
import type { Wish } from './reading-contract.ts'
import { examineFile } from './server/examine-file.ts'
import { withFile } from './server/foreign-file.ts'
import { vetFile } from './server/vet-file.ts'
import { testFiles } from './test-files.ts'

const { file } = testFiles()
const header = 'Pedido,Fecha,Producto,Uds,Precio,Cuota IVA,Moneda,Estado'
const row = (more: Record<number, string> = {}) =>
  ['1', '2026-03-04', 'Gorra', '2', '10.00', '0', 'EUR', 'paid'].map((cell, at) => more[at] ?? cell).join(',')
const examined = (lines: string[], wish: Wish = {}) => examineFile(file(lines.join('\n')), wish)
const shown = async (lines: string[], wish?: Wish) =>
  (await examined(lines, wish)).rows.map(({ row, line, fault }) =>
    line ? `${row} ${line.net}` : `${row} ${fault?.code}`,
  )

describe('what a file of orders seems to be', () => {
  test('is told with its columns, its states and its first rows', async () => {
    const found = await examined([
      header,
      row(),
      row({ 0: '2', 7: 'pending', 2: 'x'.repeat(61) }),
      row({ 0: '3' }),
    ])
    expect(found).toMatchObject({
      ...{ format: 'generic', layout: { delimiter: ',', headerRow: 1 }, sheets: [], decimal: null },
      ...{ questions: [], lacks: [], examined: 3, signature: expect.stringMatching(/^[0-9a-f]{32}$/) },
      statuses: [
        { value: 'paid', rows: 2, means: 'sold' },
        { value: 'pending', rows: 1, means: 'unpaid' },
      ],
    })
    expect(found.columns.slice(0, 3)).toEqual([
      { name: 'Pedido', samples: ['1', '2', '3'] },
      { name: 'Fecha', samples: ['2026-03-04'] },
      { name: 'Producto', samples: ['Gorra', `${'x'.repeat(59)}…`] },
    ])
    expect(found.rows).toEqual([
      {
        row: 2,
        fault: null,
        line: expect.objectContaining({ order: '1', charged: '20', net: '20', tax: '0', country: null }),
      },
      {
        row: 4,
        fault: null,
        line: expect.objectContaining({ order: '3', written: { date: '2026-03-04', amount: '10.00' } }),
      },
    ])
  })

  test('shows six rows, samples three cells, and counts none that is too short', async () => {
    const many = Array.from({ length: 8 }, (_, at) => row({ 0: String(at + 1) }))
    const found = await examined([header, '1,2', ...many])
    expect([found.examined, found.rows.length, found.columns[0]?.samples]).toEqual([8, 6, ['1', '2', '3']])
    expect(found.rows[0]?.row).toBe(3)
    expect(
      (await examined([header, row({ 2: '' }), row({ 2: 'x'.repeat(60) })])).columns[2]?.samples,
    ).toEqual(['x'.repeat(60)])
  })

  test('shows what went back once, and what is wrong', async () => {
    expect(
      await shown([
        header,
        row({ 7: 'refunded' }),
        row({ 3: '1.5' }),
        row({ 3: '-1' }),
        row({ 7: 'cancelled' }),
      ]),
    ).toEqual([...['2 20', '3 notAnInteger', '4 -10']])
  })

  test('shows nothing before what is open is answered, but for whose money it is', async () => {
    const noMoney = [header.replace(',Moneda', ''), row().replace(',EUR', '')]
    expect((await examined(noMoney)).questions.map(({ id }) => id)).toEqual(['currency'])
    expect((await examined(noMoney)).rows[0]?.line).toMatchObject({ currency: 'XXX' })
    expect((await examined(noMoney, { currency: 'USD' })).rows[0]?.line).toMatchObject({ currency: 'USD' })
    const noTax = [header.replace(',Cuota IVA', ''), row().replace(',0,', ',')]
    expect([await shown(noTax), await shown(noTax, { taxRate: '0' })]).toEqual([[], ['2 20']])
    const noDay = [header.replace(',Fecha', ''), row().replace(',2026-03-04', '')]
    expect((await examined(noDay)).lacks).toEqual(['date'])
    expect(await shown(noDay)).toEqual([])
    const noOrder = await examined([header.replace('Pedido,', ''), row().slice(2)])
    expect(noOrder.rows[0]?.line).toMatchObject({ order: null })
  })

  test('asks once what separates decimals', async () => {
    const open = [header, row({ 4: '1.000', 5: '0.000' })]
    const { questions, decimal } = await examined(open)
    expect(questions.map(({ id }) => id)).toEqual(['decimal'])
    expect(decimal).toBeNull()
    const told = await examined(open, { decimal: ',' })
    expect([told.questions, told.decimal, told.rows[0]?.line?.net]).toEqual([[], ',', '2000'])
  })

  test('is a table of three columns, and of a known export where it has that’s columns', async () => {
    await expect(examined(['Pedido,Fecha', '1,2'])).rejects.toThrow('fewColumns')
    expect((await examined(['Pedido,Fecha,x', '1,2,3'])).format).toBe('generic')
    const formatOf = async (names: string) => (await examined([names, names.replace(/[^,]+/g, '1')])).format
    const shopify = 'Name,Lineitem quantity,Lineitem price,Lineitem name,Created at,Subtotal,Currency,Total'
    const report = 'bandcamp transaction id,item price,date,item name,currency,quantity,sub total'
    const feed = 'store_host,utc_time,total_paid,item_path,item_description,quantity,currency'
    expect([await formatOf(shopify), await formatOf(feed), await formatOf(report)]).toEqual([
      'shopify',
      'bandcamp',
      'bandcamp',
    ])
    expect(await formatOf(shopify.replace('Subtotal', 'Sum'))).toBe('generic')
    expect(await formatOf(feed.replace('utc_time', 'time'))).toBe('generic')
    expect(await formatOf(report.replace('item price', 'price'))).toBe('generic')
    expect((await examined([header, row()], { format: 'generic' })).map).not.toBeNull()
  })

  test('of a known export shows what stands in its own columns', async () => {
    const shopify = 'Name,Lineitem quantity,Lineitem price,Lineitem name,Created at,Subtotal,Currency,Total'
    const sold = await examined([shopify, '#1,1,5.00,Gorra,2026-03-04 10:00:00 +0100,5.00,EUR,5.00'])
    expect(sold).toMatchObject({ map: null, statuses: [], lacks: [] })
    expect(sold.rows[0]?.line).toMatchObject({
      ...{ order: '#1', net: '5', written: { date: '2026-03-04 10:00:00 +0100', amount: '5.00' } },
    })
    const report = 'bandcamp transaction id,item price,date,item name,currency,quantity,sub total'
    expect((await examined([report, 't1,5.00,3/4/26,Disco,EUR,1,5.00'])).rows[0]?.line).toMatchObject({
      ...{ order: 't1', written: { date: '3/4/26', amount: '5.00' } },
    })
  })

  test('counts twelve states, the most frequent first, each by its first sixty letters', async () => {
    const states = [
      'uno',
      'dos',
      'dos',
      '',
      'x'.repeat(61),
      ...Array.from({ length: 12 }, (_, at) => `estado ${at}`),
    ]
    const { statuses } = await examined([
      header,
      ...states.map((state, at) => row({ 0: String(at), 7: state })),
    ])
    expect(statuses).toHaveLength(12)
    expect(statuses.slice(0, 3).map(({ value, rows }) => [value, rows])).toEqual([
      ['dos', 2],
      ['uno', 1],
      ['x'.repeat(60), 1],
    ])
  })
})

describe('a file that is vetted', () => {
  const map: GenericMap = {
    columns: {
      order: 'Pedido',
      date: 'Fecha',
      name: 'Producto',
      quantity: 'Uds',
      unitPrice: 'Precio',
      tax: 'Cuota IVA',
      currency: 'Moneda',
    },
  }
  const marksOf = async (lines: string[], more: object = {}) => {
    const { marks } = await vetFile(file(lines.join('\n')), { format: 'generic', map, ...more })
    return typeof marks === 'string' ? marks : Object.fromEntries(marks)
  }

  test('has its decimals told, or answered, or by its map', async () => {
    const told = await vetFile(file([header, row()].join('\n')), { format: 'generic', map })
    expect(told).toMatchObject({ layout: { delimiter: ',', headerRow: 1 }, columns: 8 })
    expect(told.signature).toBe((await examined([header, row()])).signature)
    expect(await marksOf([header, row()])).toMatchObject({ Precio: '.' })
    const open = [header, row({ 4: '1.000' })]
    await expect(marksOf(open)).rejects.toThrow('decimalUnknown')
    expect(await marksOf(open, { answer: ',' })).toMatchObject({ Precio: ',' })
    expect(await marksOf(open, { map: { ...map, decimal: '.' } })).toBe('.')
    const two = {
      ...map,
      columns: { order: 'Pedido', date: 'Fecha', name: 'Producto', total: 'Precio', tax: 'Cuota IVA' },
    }
    await expect(marksOf([header, row(), row()], { map: two })).rejects.toThrow('totalOfUnknown')
    await expect(marksOf([header, row(), row()], { map: { ...two, decimal: '.' } })).rejects.toThrow(
      'totalOfUnknown',
    )
    expect(await marksOf([header, row(), row()], { map: undefined })).toEqual({})
  })

  test('is a CSV afterwards where it was a workbook, each row at its place', async () => {
    const first = ['1', '2026-03-04', 'Gorra\r\nroja', 2, 10.5, '0,00', 'EUR', 'paid']
    const rows = [
      ['Gira'],
      header.split(','),
      [],
      first,
      ['2', '2026-03-04', 'Disco', 1, '1,50', 0, 'EUR', ''],
    ]
    const path = file(Buffer.from(await writeXlsx({ sheets: [{ name: 'V', rows }] })))
    const { layout } = await vetFile(path, { format: 'generic', map })
    expect(layout).toEqual({ encoding: 'utf-8', delimiter: ',', headerRow: 2 })
    expect(readFileSync(path, 'utf8')).toBe(
      `\n${header}\n\n1,2026-03-04,"Gorra\nroja",2,"10,5","0,00",EUR,paid\n2,2026-03-04,Disco,1,"1,50",0,EUR,\n`,
    )
  })

  test('of a known export knows the columns with figures by itself', async () => {
    const marksOf = async (format: 'shopify' | 'bandcamp', names: string, cells: string) =>
      (await vetFile(file(`${names}\n${cells}`), { format })).marks
    const shopify = 'Name;Lineitem quantity;Lineitem price;Lineitem name;Created at;Subtotal;Currency;Total'
    const sold = await marksOf('shopify', shopify, '#1;1;5,50;Gorra;2026-03-04 10:00:00 +0100;5,50;EUR;5,50')
    expect(sold).toEqual(
      new Map([
        ['Subtotal', ','],
        ['Total', ','],
        ['Lineitem quantity', '.'],
        ['Lineitem price', ','],
      ]),
    )
    const report = 'bandcamp transaction id;item price;date;item name;currency;quantity;sub total'
    const told = await marksOf('bandcamp', report, 't1;5,50;3/4/26;Disco;EUR;1;5,50')
    expect(told).toEqual(
      new Map([
        ['quantity', '.'],
        ['item price', ','],
        ['sub total', ','],
      ]),
    )
  })

  test('is nobody else’s to read, also when a workbook has become a text in its place', async () => {
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
    const workbook = await writeXlsx({ sheets: [{ name: 'V', rows: [header.split(','), row().split(',')] }] })
    const modes = await withFile(new File([new Uint8Array(workbook)], 'v.xlsx'), async (path) => {
      const before = modeOf(path)
      await vetFile(path, { format: 'generic', map })
      expect(readFileSync(path, 'utf8')).toContain(header)
      return [before, modeOf(path)]
    })
    expect(modes).toEqual(['600', '600'])
  })
})
