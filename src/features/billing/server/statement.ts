import { sql } from 'drizzle-orm'
import type { Locale } from '#platform/constants.ts'
import { type CsvMarks, toCsv } from '#platform/csv-out.ts'
import { rows, type Tx } from '#platform/db.ts'
import { Unprocessable } from '#platform/errors.ts'
import { words } from '#platform/words.ts'
import { type StatementRow, statementPdf } from './pdf-statement.ts'
import { settingsOf } from './settings.ts'

/** The day to which an amount belongs: that of the bank for a payment, that of the record for everything else. */
const day = sql`coalesce(e.day, (e.at at time zone 'Europe/Madrid')::date)`
/** A bill stands on the day that it bears, which an account's own says itself. */
const billDay = sql`case when 'bank' in (e."from", e."to") then ${day} else coalesce(b.issued_on, ${day}) end`
/** What is owed comes before what is paid of it, and that before it comes back. */
const place = sql`array_position(array['bill', 'advance', 'corrective', 'charge', 'chargeBack', 'paid', 'charged', 'returned'], what)`

/**
 * What was issued and paid between two days, both included, with what was owed after each. @throws Unprocessable where
 * the last day lies before the first.
 */
export async function statement(
  tx: Tx,
  accountId: string,
  {
    f,
    t,
    format,
    locale,
    marks,
    now,
  }: { f: string; t: string; format: 'csv' | 'pdf'; locale: Locale; marks: CsvMarks; now: Date },
) {
  if (t < f) throw new Unprocessable({ t: { code: 'dates.tooEarly', params: { day: f } } })
  const moves = await rows<{ day: string; number: string; what: StatementRow['what']; cents: string }>(
    tx,
    sql`select * from (select ${billDay}::text as day, b.number,
        case when e."to" = 'bank' then 'paid' when e."from" = 'bank' then 'returned'
          when b.corrects_id is not null then 'corrective' when b.type = 2 then 'advance' else 'bill' end as what,
        sum(case when e."to" = 'payable' then e.amount_cents else -e.amount_cents end) as cents, min(e.at) as at
      from ledger_entry e join bill b on b.id = e.bill_id
      where e.account_id = ${accountId} and 'payable' in (e."from", e."to") and 'charged' not in (e."from", e."to")
        and ${billDay} <= ${t}::date
      group by b.id, 1, 2, 3
      union all
      -- What was set against a bill is no move of what is owed between the two: the charge has lessened it.
      select ${day}::text, c.number,
        case when e."from" = 'bank' then 'charged' when e."to" = 'bank' then 'paid' when c.corrects_id is not null then 'chargeBack' else 'charge' end,
        sum(case when e."to" = 'charged' then e.amount_cents else -e.amount_cents end), min(e.at)
      from ledger_entry e join charge c on c.id = e.item_id
      where e.account_id = ${accountId} and 'charged' in (e."from", e."to") and 'payable' not in (e."from", e."to")
        and ${day} <= ${t}::date
      group by c.id, 1, 2, 3
      ) moves order by day, at, ${place}, number`,
  )
  let balanceCents = 0
  let openingCents = 0
  const shown: StatementRow[] = []
  for (const { day: on, number, what, cents } of moves) {
    balanceCents += Number(cents)
    if (on < f) openingCents = balanceCents
    else shown.push({ day: on, number, what, amountCents: Number(cents), balanceCents })
  }
  const settings = await settingsOf(tx, accountId, now)
  const name = `${settings.code}-${f}-${t}`
  const say = (key: string) => words(`billing.statement.${key}`, locale)
  if (format === 'pdf') {
    const bytes = await statementPdf({ settings, f, t, openingCents, rows: shown, locale })
    return { name: `${name}.pdf`, type: 'application/pdf', content: bytes }
  }
  const euros = (value: number) => value / 100
  const csv = toCsv(
    [
      [f, '', say('opening'), '', euros(openingCents)],
      ...shown.map((row) => [
        row.day,
        row.number,
        say(row.what),
        euros(row.amountCents),
        euros(row.balanceCents),
      ]),
    ],
    marks,
    ['day', 'number', 'what', 'amount', 'balance'].map(say),
  )
  return {
    name: `${name}.csv`,
    type: 'text/csv; charset=utf-8',
    content: csv,
  }
}
