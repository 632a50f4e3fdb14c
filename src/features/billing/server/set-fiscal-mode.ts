import { type SQL, sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { type FieldError, Unprocessable } from '#platform/errors.ts'
import type { FiscalMode } from '../fiscal-choices.ts'
import { canSign } from './certificate.ts'
import { hasService, modeOf, modeOfOthersSql, ownModeSql, todayOf } from './fiscal-mode.ts'
import { fiscalMode } from './fiscal-mode-table.ts'

interface Wish {
  issuerTaxId?: string | undefined
  mode: FiscalMode | null
  from: string
}

/** Until when an issuer sends: the end of the last year in which the agency took a record of it (Orden HAC/1177/2024, art. 17.2). */
export const boundUntilSql = (issuer: SQL) =>
  sql`(select to_char(max(s.answered_at) at time zone 'Europe/Madrid', 'YYYY') || '-12-31' from fiscal_sending s
    where s.issuer_tax_id = ${issuer} and s.state in ('accepted', 'acceptedWithErrors'))`

/**
 * Says in which mode records are made from a day on. Answers what it was.
 * @throws Unprocessable by the field: a mode that lacks what it needs, a day that is over, or one on which an issuer still
 * has to send.
 */
export async function setFiscalMode(
  tx: Tx,
  { issuerTaxId, mode, from }: Wish,
  { now, person }: { now: Date; person: { id: string; name: string } },
): Promise<FiscalMode> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('fiscal modes', 0))`)
  const fields = await faultsOf(tx, { issuerTaxId, mode, from }, now)
  const before = issuerTaxId ? await modeOf(tx, issuerTaxId, now) : await modeOfOthers(tx, todayOf(now))
  const until = await boundUntil(tx, { issuerTaxId, mode, from }, now)
  if (until) fields.from ??= { code: 'billing.fiscal.bound', params: { year: until.slice(0, 4) } }
  if (Object.keys(fields).length > 0) throw new Unprocessable(fields)
  await tx.insert(fiscalMode).values({
    ...{ issuerTaxId: issuerTaxId ?? null, mode, validFrom: from },
    ...{ personId: person.id, personName: person.name, createdAt: now },
  })
  return before ?? 'off'
}

async function faultsOf(
  tx: Tx,
  { issuerTaxId, mode, from }: Wish,
  now: Date,
): Promise<Record<string, FieldError>> {
  const fields: Record<string, FieldError> = {}
  if (!issuerTaxId && mode === null) fields.mode = { code: 'validation.required' }
  if (issuerTaxId && !(await isIssuer(tx, issuerTaxId)))
    fields.issuerTaxId = { code: 'billing.fiscal.noIssuer' }
  if (mode === 'sending' && !(await hasService(tx))) fields.mode = { code: 'billing.fiscal.noService' }
  if (mode === 'signed' && !(await canSign(tx, now))) fields.mode = { code: 'billing.fiscal.noCertificate' }
  if (from < todayOf(now)) fields.from = { code: 'billing.fiscal.past' }
  return fields
}

/** The mode of issuers who have none of their own. */
async function modeOfOthers(tx: Tx, day: string): Promise<FiscalMode | undefined> {
  const [row] = await rows<{ mode: FiscalMode }>(tx, sql`select ${modeOfOthersSql(day)} as mode`)
  return row?.mode
}

/** Whoever issues, or has issued, here. */
async function isIssuer(tx: Tx, taxId: string): Promise<boolean> {
  const found = await rows(
    tx,
    sql`select from billing_information where tax_id = ${taxId}
      union all select from fiscal_record where issuer_tax_id = ${taxId}
      union all select from setting where key = 'billing.provider' and value::jsonb->>'taxId' = ${taxId} limit 1`,
  )
  return found.length > 0
}

/** The last day on which somebody whom this turns away from sending has to send; undefined where nobody has to. */
async function boundUntil(tx: Tx, { issuerTaxId, mode, from }: Wish, now: Date): Promise<string | undefined> {
  if (mode === 'sending') return undefined
  const day = todayOf(now)
  if (issuerTaxId && mode === null) {
    if ((await modeOfOthers(tx, from)) === 'sending') return undefined
  }
  const issuers = issuerTaxId
    ? sql`select ${issuerTaxId}::text as issuer`
    : sql`select distinct s.issuer_tax_id as issuer from fiscal_sending s where ${ownModeSql(sql`s.issuer_tax_id`, day)} is null`
  const [row] = await rows<{ until: string | null }>(
    tx,
    sql`select max(until) as until from (select ${boundUntilSql(sql`i.issuer`)} as until from (${issuers}) i) b where until >= ${from}`,
  )
  return row?.until ?? undefined
}
