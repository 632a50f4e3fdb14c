import { sql } from 'drizzle-orm'
import { businessTimeZone, type Locale } from '#platform/constants.ts'
import { type CsvMarks, toCsv } from '#platform/csv-out.ts'
import type { Tx } from '#platform/db.ts'
import { Unprocessable } from '#platform/errors.ts'
import { number, select } from '#platform/select.ts'
import { words } from '#platform/words.ts'
import type { TaxDeclaration } from '../office-contract.ts'
import { keyOfRetention, type RetentionKind } from '../retention.ts'
import { paidWhole } from './settle-charges.ts'

interface Query {
  model: '111' | '123' | '190' | '193'
  year: number
  quarter?: number | undefined
}

const zone = sql.raw(`'${businessTimeZone}'`)
/** Sorts payments by their day, those of one day by when their bill was begun. */
const paidAt = sql`(e.day::text || b.id::text)`
const columns = {
  taxId: sql<string>`b.information->>'taxId'`,
  kind: sql<'person' | 'company'>`b.information->>'kind'`,
  /** As the payment of `lastPaid` has it: a name is corrected, and people marry. */
  name: sql<string>`(array_agg(b.information->>'legalName' order by ${paidAt} desc))[1]`,
  /** By the first two digits of its postcode, as the agency numbers provinces. */
  province: sql<string>`left(b.information->>'postcode', 2)`,
  retention: sql<RetentionKind | null>`b.information->>'retention'`,
  bp: sql<number>`(b.information->>'retentionBp')::int`,
  payments: number(sql<string>`sum(e.sign)`),
  baseCents: number(sql<string>`sum(e.sign * (b.totals->>'baseCents')::bigint)`),
  retentionCents: number(sql<string>`sum(e.sign * (b.totals->>'retentionCents')::bigint)`),
  lastPaid: sql<string>`max(${paidAt})`,
}

/**
 * SQL: each time that the bank paid a bill or brought its money back, on the bank's own day; and when charges of the provider
 * settled all of one, which pays it as well (Código Civil, art. 1156).
 */
const moved = sql`(select e.bill_id, case when e."to" in ('bank', 'charged') then 1 else -1 end as sign,
    coalesce(e.day, (e.at at time zone ${zone})::date) as day
  from ledger_entry e where (e."from" = 'payable' and e."to" = 'bank') or (e."from" = 'bank' and e."to" = 'payable')
    or (e."from" = 'payable' and e."to" = 'charged' and e.reason = ${paidWhole}))`

const withheld = sql`(b.information->>'retentionBp')::int > 0`

/**
 * What is declared as withheld: of bills that were paid within the time, by the day of the payment, less what came back. Each
 * payee by key and province, and what was issued and is still to be paid, which counts when it is.
 * @throws Unprocessable without the quarter that 111 and 123 are for, and with one for 190 and 193, which are for years
 */
export async function taxDeclaration(tx: Tx, { model, year, quarter }: Query): Promise<TaxDeclaration> {
  const quarterly = model === '111' || model === '123'
  demandSpan(quarterly, quarter)
  const first = `${year}-${String(((quarter ?? 1) - 1) * 3 + 1).padStart(2, '0')}-01`
  const span = quarterly ? sql`interval '3 months'` : sql`interval '1 year'`
  const found = await select(
    tx,
    columns,
    sql`${moved} e join bill b on b.id = e.bill_id
      where e.day >= ${first}::date and e.day < ${first}::date + ${span} and ${withheld} group by 1, 2, 4, 5, 6`,
  )
  const open = await select(
    tx,
    {
      ...{ taxId: columns.taxId, kind: columns.kind, retention: columns.retention, bp: columns.bp },
      retentionCents: number(sql<string>`sum((b.totals->>'retentionCents')::bigint)`),
    },
    sql`bill b where b.status = 'Approved' and b.payment <> 'paid' and ${withheld} group by 1, 2, 3, 4`,
  )
  const capital = model === '123' || model === '193'
  const ofModel = <R extends Parameters<typeof keyOfRetention>[0]>(rows: R[]) =>
    rows.flatMap((row) => {
      const key = keyOfRetention(row)
      return (key === null) === capital ? [{ ...row, key }] : []
    })
  const rows = new Map<string, TaxDeclaration['rows'][number]>()
  const names = nameOfEach(found)
  for (const { taxId, province, key: known, payments, baseCents, retentionCents } of ofModel(found)) {
    const key = known ?? ''
    const id = `${taxId} ${key} ${province}`
    const name = names.get(taxId) ?? ''
    const row = rows.get(id) ?? { taxId, name, province, key, payments: 0, baseCents: 0, retentionCents: 0 }
    row.payments += payments
    row.baseCents += baseCents
    row.retentionCents += retentionCents
    rows.set(id, row)
  }
  // Who was paid and sent it back within the time has nothing to declare.
  const told = [...rows].filter(([, row]) => row.payments || row.baseCents || row.retentionCents)
  const declared = told
    .map(([id]) => id)
    .sort()
    .flatMap((id) => rows.get(id) ?? [])
  const sum = (name: 'baseCents' | 'retentionCents') => declared.reduce((all, row) => all + row[name], 0)
  return {
    rows: declared,
    payees: new Set(declared.map(({ taxId }) => taxId)).size,
    ...{ baseCents: sum('baseCents'), retentionCents: sum('retentionCents') },
    toPayCents: ofModel(open).reduce((all, row) => all + row.retentionCents, 0),
  }
}

/** A quarter is said of a form of quarters, and of no other. */
function demandSpan(quarterly: boolean, quarter: number | undefined): void {
  if (quarterly && !quarter) throw new Unprocessable({ quarter: { code: 'validation.required' } })
  if (!quarterly && quarter) throw new Unprocessable({ quarter: { code: 'billing.formOfYear' } })
}

/** One name for each tax number, whatever its bills were for: a payee is declared under one. */
function nameOfEach(found: readonly { taxId: string; name: string; lastPaid: string }[]) {
  const byDay = [...found].sort((a, b) => (a.lastPaid < b.lastPaid ? -1 : 1))
  return new Map(byDay.map(({ taxId, name }) => [taxId, name]))
}

/** The same as CSV. */
export async function taxSummary(
  tx: Tx,
  query: Query,
  { locale, marks }: { locale: Locale; marks: CsvMarks },
) {
  const { rows, payees, baseCents, retentionCents } = await taxDeclaration(tx, query)
  const euros = (cents: number) => cents / 100
  const say = (key: string) => words(`billing.summary.${key}`, locale)
  const csv = toCsv(
    [
      ...rows.map((row) => [
        ...[row.taxId, row.name, row.province, row.key || '–', row.payments],
        ...[euros(row.baseCents), euros(row.retentionCents)],
      ]),
      [say('total'), payees, '', '', '', euros(baseCents), euros(retentionCents)],
    ],
    marks,
    ['taxId', 'payee', 'province', 'key', 'payments', 'base', 'retention'].map(say),
  )
  const { model, year, quarter } = query
  const quarterly = model === '111' || model === '123'
  return {
    name: `modelo-${model}-${year}${quarterly ? `-${quarter}T` : ''}.csv`,
    type: 'text/csv; charset=utf-8',
    content: csv,
  }
}
