import { describe, expect, test } from 'vitest'
import type { Bulk } from '#platform/bulk.ts'
import type { ImportPortals } from './server/import-portals.ts'
import { Tally } from './server/import-report.ts'

/** What is counted of a file, and what its report says. */

const of = (more: object = {}) => new Tally({ path: '/tmp/abc/pedidos.csv', format: 'generic', ...more })
const fault = (row: number, code = 'notADate', params?: Record<string, string>) => ({ row, code, params })
const nothing = {
  ...{
    status: 'imported',
    format: 'generic',
    file: 'pedidos.csv',
    rows: 0,
    imported: 0,
    skipped: 0,
    known: 0,
  },
  ...{ notSales: 0, badRows: 0, errors: [], orders: 0, units: 0, totals: {}, createdPortals: [] },
  ...{ unmapped: { skus: 0, lines: 0, examples: [] }, importId: null },
}

test('before anything is read nothing is known but the file', () => {
  expect(of().report).toEqual(nothing)
  expect(of({ fileName: 'Mis pedidos.csv' }).report.file).toBe('Mis pedidos.csv')
  expect(of().refused()).toEqual({ ...nothing, status: 'refused' })
})

describe('a fault', () => {
  test('refuses the file, unless bad rows are left out', () => {
    const strict = of()
    expect(strict.hopeless).toBe(false)
    strict.fault(fault(2))
    expect(strict.hopeless).toBe(true)
    const patient = of({ skipBadRows: true })
    patient.fault(fault(2))
    expect(patient.hopeless).toBe(false)
  })

  test('is of its row, which counts once, and told from the top of the file', () => {
    const tally = of()
    for (const row of [9, 3, 9, 5]) tally.fault(fault(row))
    tally.rows = 20
    const refused = tally.refused()
    expect(refused).toMatchObject({ status: 'refused', rows: 20, skipped: 20, badRows: 3 })
    expect(refused.errors.map(({ row }) => row)).toEqual([3, 5, 9, 9])
  })

  test('is one of the first thousand that are told, however many there are', () => {
    const tally = of()
    for (let row = 1; row <= 1_001; row++) tally.fault(fault(row))
    const { errors, badRows } = tally.refused()
    expect([errors.length, errors.at(-1)?.row, badRows]).toEqual([1_000, 1_000, 1_001])
  })

  test('tells which currencies lack a rate', () => {
    const tally = of()
    tally.fault(fault(2, 'noRate', { currency: 'MXN' }))
    tally.fault(fault(3, 'notACurrency', { currency: 'ABC' }))
    expect([...tally.lacksRates]).toEqual(['MXN'])
  })
})

describe('the report', () => {
  type Unmapped = { sku: string; name: string; lines: number; skus: number; all: number }
  async function finished(unmapped: Unmapped[], more: object = {}) {
    const tally = of({ skipBadRows: true, ...more })
    const kept: unknown[][] = []
    const query = async (text: string, values: unknown[] = []) => {
      if (text.includes('insert into import_run')) kept.push(values)
      if (text.includes('as orders')) return [{ orders: 4, units: 9 }]
      if (text.includes('as total'))
        return [
          { currency: 'EUR', total: '12.50' },
          { currency: 'USD', total: '1' },
        ]
      return text.includes('as lines') ? unmapped : []
    }
    tally.rows = 10
    tally.report.notSales = 2
    for (const row of [8, 3]) tally.fault(fault(row))
    const created = [{ key: 'k', code: 'K', name: 'K' }]
    await tally.finish({ query } as unknown as Bulk, 'csv', { imported: 5, known: 1, batchId: 'b' }, {
      single: 'p',
      created,
    } as unknown as ImportPortals)
    return { report: tally.report, kept, created }
  }

  test('says of each row what became of it', async () => {
    const { report, created } = await finished([])
    expect(report).toMatchObject({
      ...{ status: 'imported', rows: 10, imported: 5, skipped: 5, badRows: 2, notSales: 2, known: 1 },
      ...{ orders: 4, units: 9, totals: { EUR: '12.50', USD: '1' }, createdPortals: created },
      ...{ unmapped: { skus: 0, lines: 0, examples: [] }, importId: expect.any(String) },
    })
    expect(report.errors.map(({ row }) => row)).toEqual([3, 8])
  })

  test('counts what no product is known for, and shows the first of it', async () => {
    const sku = { sku: 'A', name: 'Gorra', lines: 2 }
    const other = { sku: 'B', name: '', lines: 1 }
    const all = { skus: 30, all: 40 }
    const { report } = await finished([
      { ...sku, ...all },
      { ...other, ...all },
    ])
    expect(report.unmapped).toEqual({ skus: 30, lines: 40, examples: [sku, other] })
    const alone = await finished([{ ...sku, skus: 1, all: 2 }])
    expect(alone.report.unmapped).toEqual({ skus: 1, lines: 2, examples: [sku] })
  })

  test('is kept with who brought the file', async () => {
    const { report, kept } = await finished([], { actorId: 'who', fileName: 'Mis pedidos.csv' })
    expect(kept).toEqual([
      [report.importId, 'p', 'generic', 'Mis pedidos.csv', 'who', 'b', JSON.stringify(report)],
    ])
    expect((await finished([])).kept[0]?.[4]).toBeNull()
  })
})
