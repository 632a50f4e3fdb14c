import type { CsvRow } from '#platform/csv.ts'
import { type GenericField, taxRates } from '../choices.ts'
import type { GenericMap } from '../map-shape.ts'
import type { Question, Wish } from '../reading-contract.ts'
import { plainName } from './column-names.ts'
import { Columns } from './columns.ts'
import { currenciesIn, currencyNamed } from './currency-signs.ts'
import { readingsOf } from './date-formats.ts'
import { saysTotal } from './open-table.ts'
import { OrderWide, saysCents } from './order-wide.ts'
import { type Cells, mayBeRate, proposeColumns, taxesByRate } from './propose-columns.ts'
import { shippingOpen } from './shipping-inside.ts'
import { taxOpen } from './tax-inside.ts'

interface Table {
  header: string[]
  rows: readonly CsvRow[]
}

/** Money that people are asked for where a file does not tell it. */
const askedCurrencies = ['EUR', 'USD', 'GBP', 'MXN', 'ARS', 'CLP', 'COP', 'BRL', 'CHF', 'JPY']
/** Whose «$» it may be. */
const dollars = ['USD', 'MXN', 'ARS', 'CLP', 'COP', 'CAD', 'AUD']
const looked = 2_000

/** A map of a table without one of the known formats, and what the table leaves open of it. */
export function proposeMap({ header, rows }: Table, wish: Wish) {
  const columns = new Columns(header)
  const body = rows.filter(({ fields }) => !fields.some(saysTotal))
  const cells: Cells = new Map(
    header.map((name) => [
      name,
      body.slice(0, looked).map(({ fields }) => (fields[columns.placeOf(name)] ?? '').trim()),
    ]),
  )
  const questions: Question[] = []
  const ask = (question: Question) => questions.push(question)
  const proposed = wish.columns ?? proposeColumns(cells)
  const map: GenericMap = { columns: { ...proposed } }
  const byRate = taxesByRate(cells)
  const others = byRate.filter((name) => name !== map.columns.tax)
  if (others.length > 0 && others.length < byRate.length) map.taxes = others
  const whole = { cells, body, columns, map, wish, ask }
  totals(whole)
  refunds(whole)
  rates(whole)
  taxInside(whole)
  shipping(whole)
  cents(whole)
  currency(whole)
  dates(whole)
  orders(whole)
  if (!map.columns.quantity) map.constants = { ...map.constants, quantity: '1' }
  return { map, questions, lacks: lacksOf(map) }
}

interface Whole {
  cells: Cells
  body: readonly CsvRow[]
  columns: Columns
  map: GenericMap
  wish: Wish
  ask: (question: Question) => void
}

const cellsOf = ({ cells, map }: Whole, field: GenericField) => cells.get(map.columns[field] ?? '') ?? []

/** One total of a whole order on each of its rows would count as often as it has rows. */
function totals(whole: Whole) {
  const { map, wish, ask } = whole
  const name = map.columns.total
  if (!name || !map.columns.order) return
  if (wish.totalOf) {
    map.totalOf = wish.totalOf
    return
  }
  const { open, pricesApart, example } = lookedThrough(whole, 'total')
  if (!open) return
  // Prices that differ within an order whose total does not: it is the order's, and the lines have their prices.
  if (map.columns.unitPrice && pricesApart) {
    if (!wish.columns) delete map.columns.total
    return
  }
  if (!map.columns.unitPrice) ask({ id: 'totalOf', column: name, values: example, options: [] })
}

function lookedThrough({ body, columns, map }: Whole, amount: 'total' | 'refunded') {
  const wide = new OrderWide(columns, map, amount)
  for (const row of body.slice(0, looked)) {
    columns.take(row)
    wide.see()
  }
  return { open: wide.open, ofLines: wide.ofLines, pricesApart: wide.pricesApart, example: wide.example }
}

/** What was refunded of an order stands on each of its rows, or on one, as its total does. */
function refunds(whole: Whole) {
  const { map, wish, ask } = whole
  const name = map.columns.refunded
  if (!name || !map.columns.order || map.totalOf === 'order') return
  if (wish.refundedOf) {
    map.refundedOf = wish.refundedOf
    return
  }
  const { open, example } = lookedThrough(whole, 'refunded')
  if (open) ask({ id: 'refundedOf', column: name, values: example, options: [] })
}

/** «IVA» with 21 in each row may be 21 % or 21 of money. */
function rates(whole: Whole) {
  const { map, wish, ask } = whole
  const name = map.columns.tax
  if (!name || wish.columns || !mayBeRate(cellsOf(whole, 'tax'))) return
  ask({
    id: 'tax',
    column: name,
    values: [...new Set(cellsOf(whole, 'tax'))].slice(0, 3).join(' · '),
    options: [],
  })
}

/** «PVP (IVA incl.)» says that there is tax in it, and not how much; «Precio» says neither. */
function taxInside(whole: Whole) {
  const { map, wish, ask } = whole
  if (map.columns.tax || map.columns.taxRate) return
  if (wish.taxRate !== undefined) {
    map.constants = { ...map.constants, taxRate: wish.taxRate }
    return
  }
  const name = taxOpen(map)
  if (name === undefined) return
  const values = (whole.cells.get(name) ?? []).find(Boolean) ?? ''
  ask({ id: 'tax', column: name, values, options: taxRates.map((value) => ({ value, at: null })) })
}

/** «Total» beside «Envío» may hold what sending cost, unless orders have another one on each of their rows. */
function shipping(whole: Whole) {
  const { cells, map, wish, ask } = whole
  const { total, order } = map.columns
  if (wish.shipping) map.shipping = wish.shipping
  const filled = (name: string) => (cells.get(name) ?? []).some((cell) => /[1-9]/.test(cell))
  const name = shippingOpen(map, [...cells.keys()], filled)
  if (!total || name === undefined || (order && lookedThrough(whole, 'total').ofLines)) return
  const at = (cells.get(name) ?? []).findIndex((cell) => /[1-9]/.test(cell))
  const [sent, all] = [name, total].map((one) => cells.get(one)?.[at] ?? '')
  ask({ id: 'shipping', column: name, values: `${all} · ${sent}`, options: [] })
}

function cents(whole: Whole) {
  const { map, wish, ask } = whole
  if (wish.cents !== undefined) {
    map.cents = wish.cents
    return
  }
  const name = map.columns.total ?? map.columns.unitPrice ?? ''
  if (!saysCents(name)) return
  const values = (whole.cells.get(name) ?? []).filter(Boolean)
  ask({ id: 'cents', column: name, values: values[0] ?? '', options: [] })
}

const amounts = ['total', 'unitPrice'] as const

/** Its own column, the signs beside the amounts, or what the heading says; else whoever knows the file is asked. */
function currency(whole: Whole) {
  const { map, wish, ask } = whole
  if (map.columns.currency) return
  const names = amounts.flatMap((field) => map.columns[field] ?? [])
  const texts = names.flatMap((name) => whole.cells.get(name) ?? [])
  const bare = severalSigns(whole, texts)
  if (map.bySign && bare === undefined) return
  const told =
    wish.currency ?? currencyNamed(texts) ?? currencyNamed(names.flatMap((name) => [name, plainName(name)]))
  if (told && told !== '?') map.constants = { ...map.constants, currency: told }
  else if (names.length > 0)
    ask({
      ...{ id: 'currency', column: names[0] ?? null, values: bare ?? '' },
      options: askedCurrencies.map((value) => ({ value, at: null })),
    })
}

/** Where amounts have signs of several, each row goes by its own. Answers one that has none. */
function severalSigns({ map, wish, ask }: Whole, texts: readonly string[]): string | undefined {
  const found = currenciesIn(texts)
  if (found.size < 2) return undefined
  map.bySign = true
  const dollar = texts.find((text) => text.includes('$') && currenciesIn([text]).has('?'))
  if (wish.dollar) map.dollar = wish.dollar
  else if (dollar)
    ask({
      ...{ id: 'dollar', column: map.columns.total ?? map.columns.unitPrice ?? null, values: dollar },
      options: dollars.map((value) => ({ value, at: null })),
    })
  return texts.find((text) => /\d/.test(text) && currenciesIn([text]).size === 0)
}

function dates(whole: Whole) {
  const { map, wish, ask } = whole
  const name = map.columns.date
  if (!name) return
  const zone = wish.timeZone ?? (/\b(utc|gmt)\b/i.test(name) ? 'UTC' : 'Europe/Madrid')
  map.timeZone = zone
  if (wish.dateFormat !== undefined) {
    if (wish.dateFormat !== '') map.dateFormat = wish.dateFormat
    return
  }
  const place = whole.columns.placeOf(name)
  const texts = whole.body.map(({ fields }) => (fields[place] ?? '').trim()).filter(Boolean)
  const readings = readingsOf(texts, zone, Date.now())
  const [first] = readings
  if (readings.length === 1 && first?.format) map.dateFormat = first.format
  if (readings.length > 1)
    ask({
      ...{ id: 'dateFormat', column: name, values: first?.text ?? '' },
      options: readings.map(({ format = '', at }) => ({ value: format, at: new Date(at).toISOString() })),
    })
}

/** Without a number each row is an order; with one on an order's first row alone, the others are of the row above. */
function orders(whole: Whole) {
  const { map } = whole
  if (!map.columns.order) {
    map.orderByRow = true
    return
  }
  const order = cellsOf(whole, 'order')
  const goods = cellsOf(whole, map.columns.sku ? 'sku' : 'name')
  const orphans = order.filter((cell, at) => cell === '' && goods[at]).length
  if (order[0] && orphans > 0) map.carry = true
}

function lacksOf({ columns }: GenericMap): GenericField[] {
  const lacks: GenericField[] = []
  if (!columns.date) lacks.push('date')
  if (!columns.sku && !columns.name) lacks.push('name')
  if (!columns.unitPrice && !columns.total) lacks.push('total')
  return lacks
}
