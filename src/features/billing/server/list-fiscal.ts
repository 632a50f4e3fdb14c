import { type SQL, sql } from 'drizzle-orm'
import { countRows } from '#platform/count.ts'
import type { Tx } from '#platform/db.ts'
import { contains } from '#platform/like.ts'
import { listOf, pageRows } from '#platform/paging.ts'
import { number, select } from '#platform/select.ts'
import type { FiscalIssuer, FiscalRecordHead } from '../fiscal-contract.ts'
import { readDates } from './fiscal-dates.ts'
import { attentionSql, issuersSql } from './fiscal-issuers.ts'
import { ownModeSql, todayOf } from './fiscal-mode.ts'
import { boundUntilSql } from './set-fiscal-mode.ts'

/** Issuers by name, each with its mode and what is open of its records. */
export async function listIssuers(
  tx: Tx,
  { q, page = 1 }: { q?: string | undefined; page?: number | undefined },
  now: Date,
) {
  const day = todayOf(now)
  const dates = await readDates(tx)
  const of = sql`(${issuersSql(day, dates)}) i`
  const where = q
    ? sql`(${contains(sql`coalesce(i.name, '')`, q)} or ${contains(sql`i.issuer`, q)})`
    : sql`true`
  const count = (from: SQL) => number(sql<string>`(select count(*) from ${from})`)
  const items = await select(
    tx,
    {
      taxId: sql<string>`i.issuer`,
      name: sql<string>`coalesce(i.name, i.issuer)`,
      kind: sql<FiscalIssuer['kind']>`i.kind`,
      mode: sql<FiscalIssuer['mode']>`i.mode`,
      own: sql<boolean>`${ownModeSql(sql`i.issuer`, day)} is not null`,
      next: sql<
        FiscalIssuer['next']
      >`(select jsonb_build_object('mode', m.mode, 'from', m.valid_from) from fiscal_mode m
        where m.issuer_tax_id = i.issuer and m.valid_from > ${day}::date order by m.valid_from, m.created_at desc limit 1)`,
      boundUntil: sql<string | null>`${boundUntilSql(sql`i.issuer`)}`,
      obligedFrom: sql<string>`i.obliged`,
      records: count(sql`fiscal_record r where r.issuer_tax_id = i.issuer`),
      waiting: count(sql`fiscal_sending s where s.issuer_tax_id = i.issuer and s.state = 'waiting'`),
      attention: count(sql`(${attentionSql} and r.issuer_tax_id = i.issuer) a`),
      unsigned:
        count(sql`fiscal_record r where r.issuer_tax_id = i.issuer and r.mode = 'signed' and not exists
        (select from fiscal_signature s where s.issuer_tax_id = r.issuer_tax_id and s.sequence = r.sequence)`),
      events: count(sql`fiscal_event e where e.issuer_tax_id = i.issuer`),
    },
    sql`${of} where ${where} order by i.name nulls last, i.issuer ${pageRows(page)}`,
  )
  return listOf(
    items.map((one) => ({
      ...one,
      boundUntil: one.boundUntil && one.boundUntil >= day ? one.boundUntil : null,
    })),
    await countRows(tx, sql`${of} where ${where}`),
    page,
  )
}

/** Records that wait, or of which the agency said that something is wrong, newest first. */
export async function listRecords(
  tx: Tx,
  { waiting, page = 1 }: { waiting?: '1' | undefined; page?: number | undefined },
) {
  const of = waiting
    ? sql`select issuer_tax_id, sequence from fiscal_sending where state = 'waiting'`
    : attentionSql
  const items = await select(
    tx,
    {
      issuerTaxId: sql<string>`r.issuer_tax_id`,
      sequence: sql<number>`r.sequence`,
      kind: sql<FiscalRecordHead['kind']>`r.kind`,
      number: sql<string>`r.number`,
      generatedAt: sql<string>`r.generated_at`,
      state: sql<FiscalRecordHead['state']>`s.state`,
      errorCode: sql<string | null>`s.error_code`,
      errorText: sql<string | null>`s.error_text`,
      billId: sql<string | null>`r.bill_id`,
      chargeId: sql<string | null>`r.charge_id`,
    },
    sql`(${of}) o join fiscal_record r on r.issuer_tax_id = o.issuer_tax_id and r.sequence = o.sequence
      join fiscal_sending s on s.issuer_tax_id = r.issuer_tax_id and s.sequence = r.sequence
      order by r.created_at desc, r.issuer_tax_id, r.sequence desc ${pageRows(page)}`,
  )
  return listOf(items, await countRows(tx, sql`(${of}) o`), page)
}

/** An issuer's log, newest first. */
export async function listEvents(
  tx: Tx,
  { issuerTaxId, page = 1 }: { issuerTaxId: string; page?: number | undefined },
) {
  const of = sql`fiscal_event e where e.issuer_tax_id = ${issuerTaxId}`
  const items = await select(
    tx,
    {
      sequence: sql<number>`e.sequence`,
      type: sql<'01'>`e.type`,
      generatedAt: sql<string>`e.generated_at`,
      hash: sql<string>`e.hash`,
    },
    sql`${of} order by e.sequence desc ${pageRows(page)}`,
  )
  return listOf(items, await countRows(tx, of), page)
}
