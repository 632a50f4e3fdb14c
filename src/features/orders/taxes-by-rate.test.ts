import { expect, test } from 'vitest'
import type { Wish } from './reading-contract.ts'
import { taxesByRate } from './server/propose-columns.ts'
import { proposeMap } from './server/propose-map.ts'
import { columns, genericRows, without } from './test-generic.ts'

const { told } = genericRows()

const table = {
  ...{
    Pedido: ['1', '2', '3'],
    Fecha: ['2026-03-04', '2026-03-05', '2026-03-06'],
    Ref: ['LP', 'LIBRO', 'LOTE'],
  },
  ...{
    Total: ['24.20', '10.40', '34.60'],
    'IVA 21%': ['4.20', '', '4.20'],
    'Cuota IVA 4': ['', '0.40', '0.40'],
  },
}
function proposed(more: Record<string, string[]> = {}, wish: Wish = {}) {
  const cells = Object.entries({ ...table, ...more })
  const rows = [0, 1, 2].map((at) => ({ row: at + 2, fields: cells.map(([, some]) => some[at] ?? '') }))
  const { map, questions } = proposeMap({ header: cells.map(([name]) => name), rows }, wish)
  return { tax: map.columns.tax, taxes: map.taxes, asked: questions.map(({ id }) => id) }
}

test('taxes that stand apart by their rates are each row’s own, and nobody is asked for one of all', () => {
  expect(proposed()).toEqual({ tax: 'IVA 21%', taxes: ['Cuota IVA 4'], asked: ['currency'] })
  expect(proposed({ 'Importe de IVA 10 %': ['', '', ''] }).taxes).toEqual([
    'Cuota IVA 4',
    'Importe de IVA 10 %',
  ])
})

test('one that is a rate, or another amount beside it, is none of them', () => {
  const some = {
    'IVA 21%': ['4.20'],
    'Base IVA 21%': ['20'],
    'PVP IVA 21%': ['24.20'],
    'IVA 21 desde': ['1'],
  }
  expect(taxesByRate(new Map(Object.entries(some)))).toEqual(['IVA 21%'])
  for (const cells of [
    ['21', ''],
    ['21%', ''],
    ['', 'sí'],
  ])
    expect(taxesByRate(new Map([['IVA 21%', cells]]))).toEqual([])
})

test('a column of all taxes counts alone, and so does whichever somebody has chosen in their place', () => {
  expect(proposed({ IVA: ['4.20', '0.40', '4.60'] })).toMatchObject({ tax: 'IVA', taxes: undefined })
  const own = { order: 'Pedido', date: 'Fecha', sku: 'Ref', total: 'Total' }
  expect(proposed({}, { columns: own })).toMatchObject({ tax: undefined, taxes: undefined })
  expect(proposed({}, { columns: own }).asked).toContain('tax')
  expect(proposed({}, { columns: { ...own, tax: 'Cuota IVA 4' } }).taxes).toEqual(['IVA 21%'])
})

test('what a row has in them is added up, and is never more than what was charged', async () => {
  const map = { columns: { ...columns, tax: 'IVA 21%' }, taxes: ['Cuota IVA 4', 'IVA 10'] }
  const row = { 'IVA 21%': '', 'Cuota IVA 4': '', 'IVA 10': '', Total: '34.60' }
  expect(await told(row, map)).toEqual(['sale ×2 34.6 34.6 0'])
  expect(await told({ ...row, 'IVA 10': '0.6' }, map)).toEqual(['sale ×2 34 34 0.6'])
  expect(await told({ ...row, 'IVA 21%': '4.20', 'Cuota IVA 4': '0.40' }, map)).toEqual(['sale ×2 30 30 4.6'])
  expect(await told({ ...row, 'IVA 21%': '30', 'Cuota IVA 4': '5' }, map)).toEqual([
    'taxAboveAmount IVA 21% + Cuota IVA 4 + IVA 10 35 34.6',
  ])
  const cents = { ...row, Total: '3460', 'IVA 21%': '420', 'Cuota IVA 4': '40' }
  expect(await told(cents, { ...map, cents: true })).toEqual(['sale ×2 30 30 4.6'])
})

test('they are named by a map that names a column of tax, each of them in the file', async () => {
  const map = { columns: { ...columns, tax: 'IVA' }, taxes: ['Otro'] }
  await expect(told({ Otro: '1' }, { ...map, columns: without('tax') })).rejects.toMatchObject({
    code: 'mapLacks',
  })
  await expect(told({}, map)).rejects.toThrow()
  expect(await told({ Total: '121.00', IVA: '20.00', Otro: '1.00' }, map)).toEqual(['sale ×2 100 100 21'])
})
