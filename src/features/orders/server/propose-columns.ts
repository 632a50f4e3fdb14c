import type { GenericField } from '../choices.ts'
import { saysShipping } from '../state-words.ts'
import { fieldNamed, plainName } from './column-names.ts'
import { saysNet } from './tax-inside.ts'

/** Cells of the first rows by column. */
export type Cells = ReadonlyMap<string, readonly string[]>

const figure = /\d/
const dateLike =
  /^([\p{L}\p{M}]{3,10}[.,]{0,2} )?\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|^\d{1,2}[ -](de )?\p{L}{3,}|^\p{L}{3,10}\.? \d{1,2},? \d{4}|^\p{L}{3,10}[.,]{0,2} \d{1,2} (de )?\p{L}{3}|^\p{L}{6,9},? \p{L}{3,10} \d{1,2},? \d{4}|^\d{5}([.,]\d+)?$|^\d{9,10}$/iu
/** What the cells of a field look like; others may hold anything. */
const looks: Partial<Record<GenericField, RegExp>> = {
  date: dateLike,
  quantity: figure,
  unitPrice: figure,
  total: figure,
  discount: figure,
  tax: figure,
  taxRate: figure,
  tip: figure,
  refunded: figure,
  currency: /^[A-Za-z]{3}$/,
  kind: /^(sale|refund|cancellation)$/i,
}

const fits = (field: GenericField, cells: readonly string[]) => {
  const look = looks[field]
  const filled = cells.filter((cell) => cell !== '')
  if (!look || filled.length === 0) return true
  return filled.filter((cell) => look.test(cell)).length >= filled.length / 2
}

type Proposed = Partial<Record<GenericField, string>>

/** Which column seems to be what, by its name and by what stands in it; of two that would do, the surer. */
export function proposeColumns(cells: Cells): Proposed {
  const columns = surest(cells)
  preferGoods(columns, cells)
  findTaxesByRate(columns, cells)
  // A column called «IVA» whose cells are per cent is a rate.
  const { tax } = columns
  if (tax && isRate(cells.get(tax) ?? [])) {
    columns.taxRate ??= tax
    delete columns.tax
  }
  // Both say the same of a line; an amount of tax is the exacter of the two.
  if (columns.tax) delete columns.taxRate
  leaveNetAlone(columns)
  return columns
}

function surest(cells: Cells): Proposed {
  const best = new Map<GenericField, { column: string; rank: number }>()
  for (const [column, some] of cells) {
    const named = fieldNamed(column)
    if (!named || !fits(named.field, some)) continue
    const empty = some.every((cell) => cell === '') ? 1_000 : 0
    const rank = named.rank + empty
    if (rank < (best.get(named.field)?.rank ?? Number.POSITIVE_INFINITY))
      best.set(named.field, { column, rank })
  }
  return Object.fromEntries([...best].map(([field, { column }]) => [field, column]))
}

/** A total of an order beside what was charged for sending holds that too; what was sold is the subtotal. */
function preferGoods(columns: Proposed, cells: Cells) {
  const names = [...cells.keys()]
  const goods = names.find((name) => /^(order )?sub ?total\b/.test(plainName(name)))
  if (goods && columns.total && isOfOrder.test(plainName(columns.total)) && names.some(saysShipping))
    columns.total = goods
}

/**
 * Taxes that stand apart by their rates are of no one column; what was charged without any of them is told beside them.
 */
function findTaxesByRate(columns: Proposed, cells: Cells) {
  const names = [...cells.keys()]
  const isOfNone = !columns.tax && !columns.taxRate
  if (!isOfNone || !names.some((name) => isOfRate.test(plainName(name)))) return
  const net = names.find(
    (name) => saysNet(name) && fieldNamed(name)?.field === 'total' && fits('total', cells.get(name) ?? []),
  )
  if (net) columns.total = net
  const [first] = taxesByRate(cells)
  if (first) columns.tax = first
}

/**
 * «Base» and «sin IVA» are without tax already: taking it out once more would be wrong. What was charged is the total, where
 * there is one; a price beside it that does not say the same may have tax inside, which the total has not.
 */
function leaveNetAlone(columns: Proposed) {
  const { total, unitPrice } = columns
  if (!saysNet(total ?? unitPrice ?? '')) return
  delete columns.tax
  delete columns.taxRate
  if (total && unitPrice && !saysNet(unitPrice)) delete columns.unitPrice
}

/** «Total», «Total pedido», «Total paid»: those of a line or an item say so. */
const isOfOrder = /^(order |importe |grand )?total( (amount|paid|price|pagado|euros|del pedido|pedido))?$/

/** «IVA 21%», «Cuota IVA 4». */
const isOfRate = /\b(iva|igic|vat|tax) \d{1,2}( ?%)?$/
/** Of those what is an amount of tax, as «Base IVA 21%» and «PVP IVA 4» are none. */
const isTaxOfRate = /^((cuota|importe|total|impuesto) (de )?)?(iva|igic|vat|tax) \d{1,2}( ?%)?$/

/** Columns of tax, one for each rate: a row has its tax in that of its own. */
export const taxesByRate = (cells: Cells): string[] =>
  [...cells].flatMap(([name, some]) =>
    isTaxOfRate.test(plainName(name)) && fits('tax', some) && !isRate(some) && !mayBeRate(some) ? name : [],
  )

const isRate = (cells: readonly string[]) => {
  const filled = cells.filter((cell) => cell !== '')
  return filled.length > 0 && filled.every((cell) => /^\d{1,2}([.,]\d+)? ?%$/.test(cell))
}

/** Per cents that taxes have: a column «IVA» with nothing else in it may be a rate or an amount. */
const usualRates = new Set(['4', '5', '7', '10', '20', '21', '0.04', '0.1', '0.21'])
/** «21,00» is 21, and «0,10» is 0.1: how many noughts a spreadsheet shows says nothing. */
const shortest = (cell: string) =>
  cell
    .replace(',', '.')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
export const mayBeRate = (cells: readonly string[]): boolean => {
  const filled = cells.map(shortest).filter((cell) => cell !== '' && cell !== '0')
  return filled.length > 0 && filled.every((cell) => usualRates.has(cell))
}
