import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { readTable, UnreadableSheet } from './read-table.ts'

const spanish = 'Nombre;Teléfono;Organización\r\nIñaki Núñez;600 123 456;«Compañía» – S.L.\r\n'
const cells = { nombre: 'Iñaki Núñez', telefono: '600 123 456', organizacion: '«Compañía» – S.L.' }

test.each([
  'utf-8',
  // «CSV (delimitado por comas)», as Excel saves it on Windows.
  'windows-1252',
  'macintosh',
])('a list in %s is read with its accents', async (encoding) => {
  const rows = await readTable(iconv.encode(spanish, encoding), 10)
  expect(rows).toEqual([{ row: 2, cells, numbers: [] }])
})

test.each(['utf-16le', 'utf-16be'])('a list in %s is read by its mark', async (encoding) => {
  const rows = await readTable(iconv.encode(spanish, encoding, { addBOM: true }), 10)
  expect(rows.map(({ cells: found }) => found)).toEqual([cells])
})

test.each([
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex')],
  ['a text with NUL', Buffer.from('Nombre;Teléfono\nA\0;1\n')],
  ['an old text with NUL', iconv.encode('Nombre;Teléfono\nA\0;1\n', 'windows-1252')],
])('%s is no list', async (_, bytes) => {
  await expect(readTable(bytes, 10)).rejects.toThrow(UnreadableSheet)
})

test('rows are counted as a spreadsheet counts them', async () => {
  const text = 'Nombre;Teléfono\r\n"Iñaki\r\nNúñez";1\r\n\r\nBea;2\r\n'
  const rows = await readTable(Buffer.from(text), 10)
  expect(rows.map(({ row, cells: found }) => [row, found['telefono']])).toEqual([
    [2, '1'],
    [4, '2'],
  ])
})

test.each([
  ['empty lines', '\r\n\r\nNombre;Teléfono\r\nBea, la de la tienda;2\r\n', 4],
  ['lines of blanks', '\n  \n\t\nNombre;Teléfono\nBea, la de la tienda;2\n', 5],
  ['rows of empty cells', ';;\n;;\nNombre;Teléfono\nBea, la de la tienda;2\n', 4],
  ['a mark of its own', '\uFEFFsep=;\r\nNombre;Teléfono\r\nBea, la de la tienda;2\r\n', 3],
  ['a mark and an empty line', '"sep=;"\r\n\r\nNombre;Teléfono\r\nBea, la de la tienda;2\r\n', 4],
])('a list that begins with %s is parted by the marks of its heading', async (_, text, row) => {
  const rows = await readTable(Buffer.from(text), 10)
  const read = { nombre: 'Bea, la de la tienda', telefono: '2' }
  expect(rows).toEqual([{ row, cells: read, numbers: [] }])
})

test('what stands before the heading leaves room for as many rows as ever, and for no more', async () => {
  const list = (before: number, rows: number) =>
    readTable(Buffer.from(`${';\n'.repeat(before)}Nombre;Teléfono\n${'Bea;2\n'.repeat(rows)}`), 10)
  expect(await list(19, 10)).toHaveLength(10)
  await expect(list(19, 11)).rejects.toThrow('tooMany')
  await expect(list(20, 1)).rejects.toThrow('noHeading')
})
