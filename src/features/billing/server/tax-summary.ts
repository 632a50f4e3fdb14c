import { sql } from 'drizzle-orm'
import type { Locale } from '#platform/constants.ts'
import { toCsv } from '#platform/csv-out.ts'
import { rows, type Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { words } from '#platform/words.ts'
import { capitalKinds } from '../retention.ts'

interface Query {
  model: '111' | '123' | '190' | '193'
  year: number
  quarter?: number | undefined
}

/**
 * Retentions by payee, by the day on which bills were issued: 123 and 193 for income from capital (19 %), 111 and 190
 * for everything else. Bills of before kinds of retention were asked for tell it by their rate. @throws AppError 422 without the quarter that 111 and 123 are for.
 */
export async function taxSummary(tx: Tx, { model, year, quarter }: Query, locale: Locale) {
  const quarterly = model === '111' || model === '123'
  if (quarterly && !quarter)
    throw new AppError(422, 'invalidInput', { fields: { quarter: { code: 'validation.required' } } })
  const capital = model === '123' || model === '193'
  const from = quarterly
    ? `${year}-${String(((quarter ?? 1) - 1) * 3 + 1).padStart(2, '0')}-01`
    : `${year}-01-01`
  const found = await rows<{ tax_id: string; name: string; bills: number; base: string; retention: string }>(
    tx,
    sql`select information->>'taxId' as tax_id, max(information->>'legalName') as name, count(*)::int as bills,
        sum((totals->>'baseCents')::bigint) as base, sum((totals->>'retentionCents')::bigint) as retention
      from bill where number is not null and issued_on >= ${from}::date
        and issued_on < ${from}::date + ${quarterly ? sql`interval '3 months'` : sql`interval '1 year'`}
        and (information->>'retentionBp')::int > 0
        and coalesce(information->>'retention' in ${[...capitalKinds]}, (information->>'retentionBp')::int = 1900) = ${capital}
      group by 1 order by 1`,
  )
  const euros = (cents: number | string) => Number(cents) / 100
  const sum = (name: 'base' | 'retention') => found.reduce((all, row) => all + Number(row[name]), 0)
  const say = (key: string) => words(`billing.summary.${key}`, locale)
  const csv = toCsv(
    [
      ...found.map((row) => [row.tax_id, row.name, row.bills, euros(row.base), euros(row.retention)]),
      [
        say('total'),
        '',
        found.reduce((all, row) => all + row.bills, 0),
        euros(sum('base')),
        euros(sum('retention')),
      ],
    ],
    ['taxId', 'payee', 'bills', 'base', 'retention'].map(say),
  )
  return {
    name: `modelo-${model}-${year}${quarterly ? `-${quarter}T` : ''}.csv`,
    type: 'text/csv; charset=utf-8',
    content: csv,
  }
}
