import { gzipSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { openCsv } from '#platform/csv.ts'
import { parseGenericMap } from './server/generic-map.ts'
import { findLayout } from './server/layout.ts'
import { proposeMap } from './server/propose-map.ts'
import { readBandcamp } from './server/read-bandcamp.ts'
import { readGeneric } from './server/read-generic.ts'
import { sheetsOf } from './server/workbook.ts'
import { readAll, testFiles } from './test-files.ts'

const { file } = testFiles()

describe('Bandcamp', () => {
  const header =
    'date,paid to,item type,item name,artist,currency,item price,quantity,discount code,sub total,additional fan contribution,seller tax,marketplace tax,shipping,item total,amount you received,bandcamp transaction id,package,option,item url,buyer name,buyer email,city,region or state,country,country code,sku'
  const rows = [
    '8/1/23 10:13am,Clara,package,Camiseta,Clara,EUR,20,2,,40,3.50,8.40,0,5,56.90,40,t1,Camiseta,Talla M,clara.bandcamp.com/merch/camiseta,Ana,ana@example.org,Bilbao,Bizkaia,Spain,ES,CAM-M',
    '8/2/23 12:05pm,Clara,album,Disco,Clara,EUR,10,1,X,8,0,0,0,0,8,7,t2,digital download,,clara.bandcamp.com/album/disco,Bo,bo@example.org,Oslo,,Norway,NO,',
    '8/3/23 1:00pm,,payout,Payout,,EUR,0,1,,-40,0,0,0,0,0,0,p1,,,,,,,,,,',
    '8/4/23 11:59pm,Clara,refund,Camiseta,Clara,EUR,20,-1,,-20,0,0,0,0,-20,-18,t3,Camiseta,Talla M,clara.bandcamp.com/merch/camiseta,Ana,ana@example.org,Bilbao,Bizkaia,Spain,ES,CAM-M',
  ]

  test('the UTF-16 report: tips are price, taxes stand apart, payouts are no sales, refunds are negative', async () => {
    const report = iconv.encode([header, ...rows].join('\r\n'), 'utf-16le', { addBOM: true })
    const {
      rows: read,
      faults,
      lines,
    } = await readAll(readBandcamp(await openCsv(file(gzipSync(report))), undefined))
    expect({ read, faults }).toEqual({ read: 4, faults: [] })
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatchObject({
      externalId: 't1',
      kind: 'sale',
      at: '2023-08-01T10:13:00.000Z',
      sku: 'CAM-M',
      units: 2,
      gross: '43.5',
      net: '43.5',
      tax: '8.4',
      country: 'ES',
      province: 'ES-BI',
      city: 'Bilbao',
    })
    expect(lines[1]).toMatchObject({ at: '2023-08-02T12:05:00.000Z', gross: '10', net: '8', country: 'NO' })
    expect(lines[2]).toMatchObject({
      kind: 'refund',
      units: -1,
      gross: '0',
      net: '-20',
      at: '2023-08-04T23:59:00.000Z',
    })
  })

  test('empty lines before the heading say nothing of how cells are parted', async () => {
    for (const start of ['\n\n', '\n \t\n', '\uFEFF\n'])
      expect((await openCsv(file(`${start}Pedido;Nota\n1;dos, tres\n`))).header).toEqual(['Pedido', 'Nota'])
  })

  test('a file of another kind is refused as a whole', async () => {
    const other = await openCsv(file('a,b\n1,2\n'))
    expect(() => readBandcamp(other, undefined)).toThrow('notThisFormat')
  })
})

describe('generic', () => {
  const map = parseGenericMap(
    JSON.stringify({
      columns: {
        order: 'Pedido',
        sku: 'Ref',
        quantity: 'Uds',
        date: 'Fecha',
        unitPrice: 'Precio',
        discount: 'Dto',
        tax: 'IVA',
      },
      constants: { currency: 'EUR', country: 'España' },
      dateFormat: 'DD/MM/YYYY HH:mm',
      decimal: ',',
    }),
  )

  test('Spanish numbers and dates, prices with tax inside', async () => {
    const text = '\uFEFFPedido;Ref;Uds;Fecha;Precio;Dto;IVA\n1;LP;2;25/10/2026 03:30;"1.210,00";;420,00\n'
    const { lines, faults } = await readAll(readGeneric(await openCsv(file(text)), map, ',', undefined))
    expect(faults).toEqual([])
    expect(lines[0]).toMatchObject({
      at: '2026-10-25T02:30:00.000Z',
      net: '2000',
      gross: '2000',
      tax: '420',
      country: 'ES',
      units: 2,
    })
  })

  test('what is sold may be known by its name alone, and is missed by it; what is too long is cut', async () => {
    const named = parseGenericMap(
      JSON.stringify({
        columns: { order: 'Pedido', name: 'Producto', date: 'Fecha', total: 'Importe', campaign: 'Campaña' },
        constants: { currency: 'EUR', quantity: '1', taxRate: '0' },
        totalOf: 'line',
      }),
    )
    const row = (order: string, product: string) => `${order},${product},2026-03-04,15,${'x'.repeat(300)}`
    const text = ['Pedido,Producto,Fecha,Importe,Campaña', row('1', 'Gorra'), row('2', '')].join('\n')
    const { lines, faults } = await readAll(readGeneric(await openCsv(file(text)), named, '.', undefined))
    expect(lines).toMatchObject([{ sku: 'Gorra', name: 'Gorra', campaign: 'x'.repeat(200) }])
    expect(faults).toMatchObject([{ row: 3, code: 'missing', column: 'Producto' }])
  })

  test('each bad row is told with its number, column and reason', async () => {
    const text =
      'Pedido;Ref;Uds;Fecha;Precio;Dto;IVA\n1;LP;1,5;01/01/2026 10:00;1;;\n2;LP;1;31/02/2026 10:00;1;;\n3;LP;1;01/01/2026 10:00;x;;\n;LP;1;01/01/2026 10:00;1;;\n4;LP\n'
    const { faults } = await readAll(readGeneric(await openCsv(file(text)), map, ',', undefined))
    expect(faults.map(({ row, code, column }) => [row, code, column])).toEqual([
      [2, 'notAnInteger', 'Uds'],
      [3, 'notADate', 'Fecha'],
      [4, 'notANumber', 'Precio'],
      [5, 'missing', 'Pedido'],
      [6, 'ragged', undefined],
    ])
  })

  test('a time that the clocks go forward over is told by its row, and one that they show twice is the first', async () => {
    const row = (order: string, date: string) => `${order};LP;1;${date};10,00;;`
    const dates = ['29/03/2026 02:30', '29/03/2026 03:30', '25/10/2026 02:30']
    const text = ['Pedido;Ref;Uds;Fecha;Precio;Dto;IVA', ...dates.map((date) => row('1', date))].join('\n')
    const read = async (of: typeof map) => {
      const { lines, faults } = await readAll(readGeneric(await openCsv(file(text)), of, ',', undefined))
      return [lines.map(({ at }) => at), faults.map(({ row: at, code, column }) => [at, code, column])]
    }
    expect(await read(map)).toEqual([
      ['2026-03-29T01:30:00.000Z', '2026-10-25T00:30:00.000Z'],
      [[2, 'skippedTime', 'Fecha']],
    ])
    expect((await read({ ...map, timeZone: 'Etc/UTC' }))[1]).toEqual([])
    const { date: _, ...columns } = map.columns
    const constants = { ...map.constants, date: '29/03/2026 02:30' }
    expect((await read({ ...map, columns, constants } as typeof map))[1]).toEqual([
      [2, 'skippedTime', 'date'],
      [3, 'skippedTime', 'date'],
      [4, 'skippedTime', 'date'],
    ])
  })

  test('a map that names what is not there is refused', async () => {
    const text = await openCsv(file('Pedido,Ref\n1,LP\n'))
    expect(() => readGeneric(text, map, ',', undefined)).toThrow('missingColumns')
    const allButOne = await openCsv(file('Pedido;Ref;Uds;Fecha;Precio;Dto\n'))
    expect(() => readGeneric(allButOne, map, ',', undefined)).toThrow('missingColumns')
    expect(() => parseGenericMap('{')).toThrow('mapNotJson')
    expect(() => parseGenericMap('{"columns":{"price":"x"}}')).toThrow('badMap')
    expect(() => parseGenericMap('{"columns":{},"timeZone":"Mars/Base"}')).toThrow('badMap')
  })
})

test('a column of tax that may be of money shows three of what stands in it', () => {
  const header = ['Pedido', 'Fecha', 'Producto', 'Uds', 'Precio', 'IVA']
  const rows = ['21', '10', '21', '4', '5'].map((rate, at) => ({
    fields: [String(at), '2026-03-04', 'Gorra', '1', '15', rate],
  }))
  const { questions } = proposeMap({ header, rows: rows as never }, {})
  expect(questions.find(({ id }) => id === 'tax')).toMatchObject({ column: 'IVA', values: '21 · 10 · 4' })
})

describe('the table in a file', () => {
  const heading = ['Pedido', 'Fecha', 'Producto', 'Uds', 'Precio']
  const row = ['1', '2026-03-04', 'Gorra', '2', '15']
  const book = async (...sheets: [name: string, rows: string[][]][]) =>
    file(Buffer.from(await writeXlsx({ sheets: sheets.map(([name, rows]) => ({ name, rows })) })))

  test('is the sheet of a workbook that names most columns, below what stands over them', async () => {
    const path = await book(
      ['Notas', [['Gira de marzo']]],
      ['Ventas', [['Gira'], heading, row]],
      ['Nada', []],
    )
    const { layout, sheets } = await findLayout(path)
    expect({ layout, sheets }).toEqual({
      layout: { sheet: 'Ventas', headerRow: 2 },
      sheets: ['Notas', 'Ventas'],
    })
    const rows = (await sheetsOf(path)).at(-1)?.rows.map(({ cells }) => cells.filter((cell) => cell !== ''))
    expect(rows).toEqual([['Gira'], heading, row])
    await expect(sheetsOf(await book(['Vacía', []]))).rejects.toThrow('empty')
  })

  test('is told by its beginning, however long it is', async () => {
    const long = [['Gira de marzo'], heading, ...Array.from({ length: 20_000 }, () => row)]
    const path = file(long.map((cells) => cells.join(';')).join('\n'))
    expect((await findLayout(path)).layout).toMatchObject({ delimiter: ';', headerRow: 2 })
  })
})

describe('files that are none', () => {
  const cases: [string, string | Buffer, string][] = [
    ['empty', '', 'empty'],
    ['cut off gzip', gzipSync(Buffer.alloc(100_000, 'a,b\n')).subarray(0, 60), 'brokenGzip'],
    ['binary', Buffer.from([0x41, 0x2c, 0xff, 0xfe, 0x80, 0x81, 0x0a]), 'notText'],
    ['an open quote', 'a,b\n1,"2\n', 'openQuote'],
    ['JSON', '\uFEFF {"orders":[]}', 'notCsv'],
    ['a web page', '<!doctype html>\n<html>', 'notCsv'],
  ]
  test.each(cases)('%s', async (_name, content, code) => {
    const read = async () => {
      for await (const _row of (await openCsv(file(content))).rows);
    }
    await expect(read()).rejects.toThrow(code)
  })
})
