import { sql } from 'drizzle-orm'
import type { DecimalMark } from '#platform/amount.ts'
import type { Locale } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { Unprocessable } from '#platform/errors.ts'
import { select } from '#platform/select.ts'
import { readSheet, UnreadableSheet } from '#platform/sheet.ts'
import { columnReader } from '#platform/sheet-amounts.ts'
import { words } from '#platform/words.ts'
import { type CountRow, countRowsMax } from '../contract.ts'
import { countStock } from './move-stock.ts'

/** What people call the two columns; of two that would do, the first here. «Stock» is none: it is what the books say. */
const headings = {
  sku: ['sku', 'referencia', 'ref', 'codigo', 'code'],
  units: [
    ...['counted', 'recuento', 'contadas', 'contado', 'units', 'unidades', 'quantity', 'cantidad'],
    ...['qty', 'cant', 'uds', 'ud'],
  ],
}
const bytesMax = 900_000
const shownMax = 50

const refused = (code: string) => new Unprocessable({ file: { code, params: { max: countRowsMax } } })

export interface Counted {
  row: number
  sku: string
  /** NaN for what is no whole number. */
  units: number | undefined
}

/** SKU and units of each row. @throws Unprocessable by the field `file`, or `decimal` when units can be read in two ways. */
export async function readCount(file: File, locale: Locale, decimal?: DecimalMark): Promise<Counted[]> {
  if (file.size > bytesMax) throw refused('stocks.fileTooLarge')
  try {
    const found = await readSheet(new Uint8Array(await file.arrayBuffer()), countRowsMax)
    const columnOf = (of: 'sku' | 'units') =>
      headings[of].find((heading) => found.some(({ cells }) => cells[heading] !== undefined)) ?? ''
    const [sku, units] = [columnOf('sku'), columnOf('units')]
    const counted = found.map(({ row, cells, numbers }) => ({
      ...{ row, sku: (cells[sku] ?? '').replace(/^'(?=[=+\-@|%])/, ''), text: cells[units] },
      exact: numbers.includes(units),
    }))
    if (!counted.some(({ sku, text }) => sku && text !== undefined)) throw new UnreadableSheet('noHeading')
    const cells = counted.flatMap(({ text, exact }) => (text === undefined ? [] : [{ text, exact }]))
    const read = columnReader(words('stocks.column.counted', locale), cells, decimal)
    return counted.map(({ row, sku, text, exact }) => ({
      row,
      sku,
      units: text === undefined ? undefined : wholeOf(read({ text, exact })),
    }))
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error
    const code = { unreadable: 'fileUnreadable', noHeading: 'fileNoHeading', tooMany: 'fileTooMany' }[
      error.code
    ]
    throw refused(`stocks.${code}`)
  }
}

const wholeOf = (read: string | undefined) =>
  read !== undefined && /^\d{1,6}(\.0+)?$/.test(read) ? Number.parseInt(read, 10) : Number.NaN

const columns = {
  id: sql<string>`coalesce(v.id, d.id)`,
  sku: sql<string>`coalesce(v.sku, d.sku)`,
  name: sql<string>`d.name->>'es'`,
  onHand: sql<number>`coalesce(s.on_hand, 0)`,
}

/** Looks at every row, and takes over what the mode allows. A row without units was not counted and changes nothing. */
export async function importCount(
  tx: Tx,
  portalId: string,
  counted: readonly Counted[],
  mode: 'check' | 'all' | 'valid',
  { locale, personId }: { locale: Locale; personId: string },
) {
  const known = await select(
    tx,
    columns,
    sql`product d left join variant v on v.portal_id = d.portal_id and v.product_id = d.id
      left join stock s on s.portal_id = d.portal_id and s.product_id = d.id and s.id = coalesce(v.id, d.id)
      where d.portal_id = ${portalId} and coalesce(v.sku, d.sku) is not null`,
  )
  const bySku = new Map(known.map((one) => [one.sku, one]))
  const seen = new Set<string>()
  const judged = counted
    .filter(({ units }) => units !== undefined)
    .map(({ row, sku, units = 0 }) => {
      const errors: Record<string, string> = {}
      const item = bySku.get(sku)
      const after = Number.isNaN(units) ? null : units
      if (!item) errors.sku = words('problem.stocks.skuUnknown', locale)
      else if (seen.has(sku)) errors.sku = words('problem.stocks.skuTwice', locale)
      if (after === null) errors.units = words('validation.integer', locale)
      seen.add(sku)
      const shown: CountRow = {
        row,
        sku: sku.slice(0, 60),
        name: item?.name ?? '',
        before: item?.onHand ?? null,
        after,
        errors,
      }
      return { shown, item, after }
    })
  const bad = judged.filter(({ shown }) => Object.keys(shown.errors).length > 0)
  const good = judged.filter(({ shown }) => Object.keys(shown.errors).length === 0)
  const shownRows = [...bad.slice(0, 200), ...good.slice(0, shownMax)].map(({ shown }) => shown)
  const answer = {
    rows: shownRows.sort((a, b) => a.row - b.row),
    good: good.length,
    bad: bad.length,
    changed: 0,
  }
  if (mode === 'check' || (mode === 'all' && bad.length > 0)) return answer
  // By id order: two counts at once would otherwise wait for each other.
  const sorted = good.toSorted((a, b) => (a.item?.id ?? '').localeCompare(b.item?.id ?? ''))
  for (const { item, after } of sorted)
    if (item && after !== null) await countStock(tx, portalId, item.id, { onHand: after, personId })
  return { ...answer, changed: sorted.length }
}
