import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import type { FiscalMode } from '../fiscal-choices.ts'

/** The setting that is there while this installation is given the agency's service to send to. */
export const serviceKey = 'billing.verifactu'

export const todayOf = (now: Date) => formatDay(dayOf(now.getTime()))

/** Rows of `fiscal_mode` in force on a day, the one that counts first. */
const inForceOn = (day: string) =>
  sql`valid_from <= ${day}::date order by valid_from desc, created_at desc, id desc limit 1`

/** The mode of issuers without one of their own, as SQL. */
export const modeOfOthersSql = (day: string) =>
  sql`coalesce((select mode from fiscal_mode where issuer_tax_id is null and ${inForceOn(day)}), 'off')`

/** The mode that `issuer` (SQL of its NIF) has of its own, or null. */
export const ownModeSql = (issuer: ReturnType<typeof sql>, day: string) =>
  sql`(select mode from fiscal_mode where issuer_tax_id = ${issuer} and ${inForceOn(day)})`

/** In which mode an issuer's records are made now. Needs the service's reach. */
export async function modeOf(tx: Tx, issuerTaxId: string, now: Date): Promise<FiscalMode> {
  const day = todayOf(now)
  const [row] = await rows<{ mode: FiscalMode }>(
    tx,
    sql`select coalesce(${ownModeSql(sql`${issuerTaxId}`, day)}, ${modeOfOthersSql(day)}) as mode`,
  )
  return row?.mode ?? 'off'
}

/** Is this installation given the agency's service? */
export async function hasService(tx: Tx): Promise<boolean> {
  const found = await rows(tx, sql`select from setting where key = ${serviceKey}`)
  return found.length > 0
}

/** Says whether it is. */
export const keepService = (tx: Tx, given: boolean) =>
  tx.execute(
    given
      ? sql`insert into setting (key, value) values (${serviceKey}, 'on') on conflict (key) do nothing`
      : sql`delete from setting where key = ${serviceKey}`,
  )
