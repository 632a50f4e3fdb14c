import { describe, expect, test } from 'vitest'
import { people } from '#testing/world/cast.ts'
import { importCount, readCount } from './server/import-count.ts'
import { limited, stockRows } from './test-stocks.ts'

/** What is read of a counted file, and what its rows are shown as before anything is taken over. */

const { run, of, putGood, putVariant, keep } = stockRows()

describe('a file', () => {
  const fileOf = (text: string) => new File([text], 'recuento.csv', { type: 'text/csv' })
  const read = async (lines: readonly string[], decimal?: ',' | '.') =>
    (await readCount(fileOf(lines.join('\n')), 'es', decimal)).map(({ row, sku, units }) => [row, sku, units])
  /** The fields that it is refused by. */
  const faults = (run: Promise<unknown>) =>
    run.then(
      () => 'read',
      ({ fields }: { fields?: object }) => fields,
    )

  test('has units that are whole, however a spreadsheet writes them', async () => {
    const of = async (...cells: string[]) => {
      const found = await read(['sku;unidades', ...cells.map((cell) => `A;${cell}`)], '.')
      return found.map(([, , units]) => units)
    }
    expect(await of('7', '0', '7.0', '7.00', '007', '999999')).toEqual([7, 0, 7, 7, 7, 999_999])
    expect(await of('1000000', '-3', 'x', '7.5', '7.05', '7 uds')).toEqual(Array(6).fill(Number.NaN))
    expect(await read(['sku;unidades', 'A;', 'B;3'])).toEqual([
      [2, 'A', undefined],
      [3, 'B', 3],
    ])
  })

  test('is read as all of its units are written, or as whoever brings it says', async () => {
    const open = ['sku;unidades', 'A;1.000', 'B;2.000']
    expect(await read(open, ',')).toEqual([
      [2, 'A', 1_000],
      [3, 'B', 2_000],
    ])
    expect(await read(open, '.')).toEqual([
      [2, 'A', 1],
      [3, 'B', 2],
    ])
    expect(await faults(read(open))).toEqual({
      decimal: { code: 'files.decimalUnknown', params: { column: 'Recuento', values: '1.000' } },
    })
  })

  test('calls its columns as people do, and of two that would do the likelier is taken', async () => {
    for (const sku of ['SKU', 'Referencia', 'ref', 'Código', 'code'])
      for (const units of ['Counted', 'recuento', 'contadas', 'contado', 'units', 'Unidades', 'quantity'])
        expect(await read([`${sku};${units}`, 'A;3'])).toEqual([[2, 'A', 3]])
    for (const units of ['cantidad', 'qty', 'cant', 'uds', 'ud'])
      expect(await read([`sku;${units}`, 'A;3'])).toEqual([[2, 'A', 3]])
    expect(await read(['code;ref;sku;uds;unidades;recuento', 'C;R;S;1;2;3'])).toEqual([[2, 'S', 3]])
    const none = { file: { code: 'stocks.fileNoHeading', params: { max: 2_000 } } }
    // What the books say is no count.
    expect(await faults(read(['sku;stock', 'A;3']))).toEqual(none)
    expect(await faults(read(['producto;uds', 'A;3']))).toEqual(none)
  })

  test('may keep a SKU from being a formula, which is no part of it', async () => {
    const skus = async (...cells: string[]) =>
      (await read(['sku;uds', ...cells.map((cell) => `${cell};1`)])).map(([, sku]) => sku)
    expect(await skus("'=A", "'+A", "'-A", "'@A", "'|A", "'%A")).toEqual(['=A', '+A', '-A', '@A', '|A', '%A'])
    expect(await skus("'A", "A'=B", "''=A")).toEqual(["'A", "A'=B", "''=A"])
  })

  test('that is too large, too long or no table is refused by name', async () => {
    const code = (name: string) => ({ file: { code: `stocks.${name}`, params: { max: 2_000 } } })
    const heading = 'sku;uds\nA;1\n'
    const padded = (bytes: number) => fileOf(heading.padEnd(bytes, ' '))
    expect(await faults(readCount(padded(900_001), 'es'))).toEqual(code('fileTooLarge'))
    expect(await faults(readCount(padded(900_000), 'es'))).not.toEqual(code('fileTooLarge'))
    const rows = (n: number) => ['sku;uds', ...Array.from({ length: n }, (_, at) => `A-${at};1`)]
    expect(await read(rows(2_000))).toHaveLength(2_000)
    expect(await faults(read(rows(2_001)))).toEqual(code('fileTooMany'))
    const broken = new File([new Uint8Array([0x50, 0x4b, 3, 4, 0, 1, 2, 3])], 'roto.xlsx')
    expect(await faults(readCount(broken, 'es'))).toEqual(code('fileUnreadable'))
  })
})

describe('its rows', () => {
  type Counted = Parameters<typeof importCount>[2][number]
  const count = (locale: 'es' | 'en', ...counted: Counted[]) =>
    run((tx) => importCount(tx, of.portalId, counted, 'check', { locale, personId: people.artist.id }))

  test('are shown with what there was, what there will be and what is wrong with each', async () => {
    const shirt = await putGood(of.portalId, 'Camiseta', { ...limited, sku: 'C' })
    const small = await putVariant(of.portalId, shirt, { size: 'S', sku: 'C-S' })
    await putVariant(of.portalId, shirt, { size: 'M' })
    await keep({ id: small, productId: shirt, onHand: 3 })
    await keep({ id: shirt, onHand: 99 })
    await putGood(of.portalId, 'Taza', { ...limited, sku: 'T', name: { es: 'Taza', en: 'Mug' } })
    await putGood(of.portalId, 'Sin SKU', limited)
    const long = 'X'.repeat(61)
    const rows: Counted[] = [
      { row: 2, sku: 'T', units: 5 },
      { row: 3, sku: long, units: 1 },
      { row: 4, sku: 'C-S', units: 0 },
      { row: 5, sku: 'T', units: Number.NaN },
      { row: 6, sku: 'C', units: 7 },
      { row: 7, sku: 'T', units: undefined },
      { row: 8, sku: '', units: 1 },
      { row: 9, sku: long, units: 2 },
    ]
    const unknown = { sku: 'Ningún producto tiene este SKU.' }
    expect(await count('es', ...rows)).toEqual({
      rows: [
        { row: 2, sku: 'T', name: 'Taza', before: 0, after: 5, errors: {} },
        { row: 3, sku: long.slice(1), name: '', before: null, after: 1, errors: unknown },
        { row: 4, sku: 'C-S', name: 'Camiseta', before: 3, after: 0, errors: {} },
        {
          ...{ row: 5, sku: 'T', name: 'Taza', before: 0, after: null },
          errors: { sku: 'Este SKU está dos veces.', units: 'Solo se admiten números enteros' },
        },
        { row: 6, sku: 'C', name: 'Camiseta', before: 0, after: 7, errors: {} },
        { row: 8, sku: '', name: '', before: null, after: 1, errors: unknown },
        { row: 9, sku: long.slice(1), name: '', before: null, after: 2, errors: unknown },
      ],
      ...{ good: 3, bad: 4, changed: 0 },
    })
    const english = await count('en', ...rows)
    expect(english.rows[1]?.errors).toEqual({ sku: 'No product has this SKU.' })
    expect(english.rows[3]?.errors).toEqual({ sku: 'This SKU is there twice.', units: 'Whole numbers only' })
  })

  test('are all counted, and fifty of those that are right are shown', async () => {
    const many: Counted[] = []
    for (let n = 0; n < 52; n += 1) {
      await putGood(of.portalId, `Cosa ${n}`, { ...limited, sku: `N-${n}` })
      many.push({ row: n + 2, sku: `N-${n}`, units: 1 })
    }
    const { rows, ...sums } = await count('es', ...many, { row: 99, sku: 'NADA', units: 1 })
    expect(sums).toEqual({ good: 52, bad: 1, changed: 0 })
    expect(rows.map(({ row }) => row)).toEqual([...Array.from({ length: 50 }, (_, n) => n + 2), 99])
  })
})
