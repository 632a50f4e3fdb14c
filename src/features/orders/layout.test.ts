import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { findLayout } from './server/layout.ts'
import { testFiles } from './test-files.ts'

const { file } = testFiles()
/** The delimiter and the row of the heading in these lines. */
async function told(...lines: string[]) {
  const { layout } = await findLayout(file(lines.join('\n')))
  return [layout.delimiter, layout.headerRow]
}

describe('what separates the cells of a text', () => {
  test.each([
    [',', ['a,b,c', '1,2,3']],
    [';', ['a;b;c', '1,5;2,5;3,5']],
    ['\t', ['a\tb', '1\t2']],
    ['|', ['a|b', '1|2']],
    [',', ['una columna', 'y nada más']],
  ])('%j', async (delimiter, lines) => {
    expect((await told(...lines))[0]).toBe(delimiter)
  })

  test('is what most rows have in the same number, and then the most often', async () => {
    // Two rows of three against three of two.
    expect((await told('a;b;c', '1;2;3', 'x', '1,2', '1,2', '1,2'))[0]).toBe(',')
    expect((await told('a,b;c;d', '1,2;3;4'))[0]).toBe(';')
    expect((await told('a;b', 'a,b;c', 'a,b'))[0]).toBe(',')
    expect((await told('a;1', 'b;2', 'c;3', 'd;4;5;6;7', 'p,q,r', 'p,q,r'))[0]).toBe(';')
    expect((await told('x', 'x', 'x', 'a;b', 'a;b'))[0]).toBe(';')
    // The width that a delimiter has most often counts, not its widest or its first.
    expect((await told('a,b,c,d', 'a;1,2', 'a;3,4', 'a;5'))[0]).toBe(';')
    expect((await told('a;b;c;d;e;f', 'x|1', 'x|2;y', 'x'))[0]).toBe('|')
    expect((await told('a,b,c', 'a;b;c', 'a;b;c;d'))[0]).toBe(';')
  })

  test('is told by Excel’s own line, unless it says what no file has', async () => {
    expect((await told('sep=|', 'a,b', '1,2'))[0]).toBe('|')
    expect((await told('"sep=;"', 'a,b', '1,2'))[0]).toBe(';')
    expect((await told('sep=x', 'a;b', '1;2'))[0]).toBe(';')
    const { layout } = await findLayout(file('sep=|\na,b\n1,2'), { delimiter: ',', headerRow: 7 })
    expect(layout).toMatchObject({ delimiter: ',', headerRow: 7 })
  })

  test('is none between quotes, even ones that stand within a cell', async () => {
    expect((await told('a,"b;c",d', '1,"2;3",4'))[0]).toBe(',')
    expect(await told('Pedido;Fecha', '1;5" vinilo', '2;7" vinilo')).toEqual([';', 1])
    // A quote that is never closed: lines alone tell.
    expect(await told('Pedido;Fecha', '1;2', '3;"4', '5;6')).toEqual([';', 1])
  })
})

describe('the heading', () => {
  test('is the row that names the most, the first of them', async () => {
    expect(await told('Pedido,x', 'Pedido,Fecha', 'Pedido,Fecha,SKU', 'Fecha,SKU,Pedido', '1,2,3')).toEqual([
      ',',
      3,
    ])
    expect(await told('\uFEFFPedido,Fecha', '1,2')).toEqual([',', 1])
    expect(await told('Pedido,Pedido,Pedido', 'Pedido,Fecha,x')).toEqual([',', 2])
  })

  test('of a table that names nothing is the first row nearly as wide as the widest', async () => {
    expect(await told('Gira', 'x,y,z', '1,2,3')).toEqual([',', 2])
    expect(await told('x,y', 'a,b,c,d,e', '1,2,3,4,5')).toEqual([',', 2])
    expect(await told('x,y,z', 'a,b,c,d,e', '1,2,3,4,5')).toEqual([',', 1])
    expect(await told('x,y,z, ,', 'a,b,c,d,e')).toEqual([',', 1])
    expect(await told('x,y, , ,', 'a,b,c,d,e')).toEqual([',', 2])
    expect(await told('x', 'y')).toEqual([',', 1])
    // One cell is no table, nor is one name a heading.
    expect(await told('Pedido', 'x,y', '1,2')).toEqual([',', 2])
    expect(await told('x,y', 'Pedido,1')).toEqual([',', 1])
  })

  test('is looked for in the first sixty rows', async () => {
    const rows = (before: number) => [...Array.from({ length: before }, () => 'x,y'), 'Pedido,Fecha', '1,2']
    expect(await told(...rows(59))).toEqual([',', 60])
    expect(await told(...rows(60))).toEqual([',', 1])
    // The file is read on until they are all there.
    expect(await told(...Array.from({ length: 40 }, () => `${'x'.repeat(2_000)},y`), 'Pedido,Fecha')).toEqual(
      [...[',', 41]],
    )
    const sheet = async (before: number) => {
      const sheets = [{ name: 'Ventas', rows: rows(before).map((row) => row.split(',')) }]
      return (await findLayout(file(Buffer.from(await writeXlsx({ sheets }))))).layout.headerRow
    }
    expect([await sheet(59), await sheet(60)]).toEqual([60, 1])
  })
})

describe('a workbook', () => {
  const sheets = [
    { name: 'A', rows: [['x', 'y']] },
    { name: 'B', rows: [['Pedido', 'Fecha']] },
    { name: 'C', rows: [['SKU', 'Uds']] },
    { name: 'D', rows: [['Gorra'], ['Pedido']] },
  ]
  const open = async (given?: object) => {
    const {
      layout,
      sheets: names,
      sheet,
    } = await findLayout(file(Buffer.from(await writeXlsx({ sheets }))), given)
    return { ...layout, names: names.join(''), chosen: sheet?.name }
  }

  test('is read where it names the most, the first of those, or where it is told to', async () => {
    expect(await open()).toEqual({ sheet: 'B', headerRow: 1, names: 'ABCD', chosen: 'B' })
    expect(await open({ sheet: 'D' })).toEqual({ sheet: 'D', headerRow: 1, names: 'ABCD', chosen: 'D' })
    expect(await open({ sheet: 'C', headerRow: 3 })).toMatchObject({ sheet: 'C', headerRow: 3 })
    expect(await open({ sheet: 'Z' })).toMatchObject({ sheet: 'B' })
  })
})

describe('what is no table', () => {
  test.each<[string, string | Buffer, string]>([
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'oldExcel'],
    ['nothing', '', 'empty'],
    ['what looks like an archive and is none', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x00]), 'brokenWorkbook'],
    ['JSON', '\uFEFF [1,2]', 'notCsv'],
    ['bytes', Buffer.from([0x41, 0x00, 0x01, 0x02, 0xff, 0x0a]), 'notText'],
  ])('%s', async (_name, content, code) => {
    await expect(findLayout(file(content))).rejects.toThrow(code)
  })

  test('begins with all four of their bytes', async () => {
    for (const text of ['PK;Fecha\n1;2', 'P;K\n1;2', 'Ð;Ï\n1;2'])
      expect((await findLayout(file(text))).layout.delimiter).toBe(';')
  })
})
