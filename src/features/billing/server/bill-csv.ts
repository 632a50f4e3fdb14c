import type { Locale } from '#platform/constants.ts'
import { type CsvCell, type CsvMarks, toCsv } from '#platform/csv-out.ts'
import { words } from '#platform/words.ts'
import type { Goods } from '../goods.ts'
import type { BillTax } from '../tax-cases.ts'
import type { StoredLine } from './get-bill.ts'
import { goodsName, lineText, mentionText, rateText, typeText } from './line-text.ts'

type Line = StoredLine & { portalName: string | null }

const columns = [
  ...(['type', 'what', 'product', 'portal', 'month', 'units', 'gross', 'off'] as const),
  ...(['commission', 'rate', 'charged', 'tax', 'amount', 'mention'] as const),
] as const
type Cells<Column extends (typeof columns)[number]> = Record<Column, CsvCell>

/** One row a line, or one for each product of it: they come to the same. */
export function billCsv(
  lines: readonly Line[],
  tax: BillTax | undefined,
  { locale, marks }: { locale: Locale; marks: CsvMarks },
): string {
  const mention = tax?.mention ? mentionText(tax, locale) : null
  const found = lines.flatMap((line) =>
    partsOf(line, locale).map((part) => ({ ...cellsOfLine(line, locale), ...part, mention })),
  )
  return toCsv(
    found.map((cells) => columns.map((column) => cells[column])),
    marks,
    columns.map((column) => words(`billing.csv.${column}`, locale)),
  )
}

const cellsOfLine = (
  line: Line,
  locale: Locale,
): Cells<'type' | 'what' | 'portal' | 'month' | 'commission' | 'tax'> => ({
  type: typeText(line.type, locale),
  what: lineText(line, locale),
  portal: line.portalName,
  month: line.month.slice(0, 7),
  commission: line.type === 'Income' && line.commissionBp !== null ? line.commissionBp / 100 : null,
  // What is settled is spread over all rates.
  tax: line.type === 'Advance' && line.reference ? null : line.taxBp / 100,
})

type Part = Cells<'product' | 'units' | 'gross' | 'off' | 'rate' | 'charged' | 'amount'>

function partsOf(line: Line, locale: Locale): Part[] {
  if (line.goods?.length) return line.goods.map((goods) => productPart(line, goods, locale))
  const { units, amountCents } = line
  return [
    { product: null, units, gross: null, off: null, rate: null, charged: null, amount: amountCents / 100 },
  ]
}

const productPart = ({ type }: Line, goods: Goods, locale: Locale): Part => ({
  product: goodsName(goods, locale),
  units: goods.units,
  gross: goods.grossCents / 100,
  off: goods.offCents / 100,
  rate: type === 'Income' ? rateText(goods, locale) || null : null,
  charged: goods.chargedCents / 100,
  amount: goods.amountCents / 100,
})
