import { type SQL, sql } from 'drizzle-orm'
import { businessTimeZone } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { number, select } from '#platform/select.ts'
import type { Shares } from '../shares-contract.ts'
import { entryDay } from './entry-day.ts'

/**
 * Who share may be one person after another, as accounts are (decisions 0132, 0137): what one of them has of a label is not set against
 * what another has. A month is whose its last day was, as its bill is.
 */

/** SQL: the NIF that an account had on a day, as `informationBefore` tells it; null where it has never said one. */
const taxIdOn = (account: SQL, day: SQL) => sql`coalesce(
  (select i.tax_id from billing_information i where i.account_id = ${account} and (i.since is null or i.since <= ${day})),
  (select h.information->>'taxId' from billing_information_past h where h.account_id = ${account}
    and (h.since is null or h.since <= ${day}) order by h.at desc, h.id desc limit 1),
  (select h.information->>'taxId' from billing_information_past h where h.account_id = ${account} order by h.at, h.id limit 1),
  (select i.tax_id from billing_information i where i.account_id = ${account}))`

const today = sql.raw(`(now() at time zone '${businessTimeZone}')::date`)
/** SQL: the day that decides whose a month is. */
const decides = (month: SQL) =>
  sql`least((date_trunc('month', ${month}) + interval '1 month - 1 day')::date, ${today})`

/** SQL: how a person is called who has, or had, an account. */
const nameOf = (account: SQL, taxId: SQL) => sql`coalesce(
  (select i.legal_name from billing_information i where i.account_id = ${account} and i.tax_id = ${taxId}),
  (select h.information->>'legalName' from billing_information_past h where h.account_id = ${account}
    and h.information->>'taxId' = ${taxId} order by h.at desc, h.id desc limit 1))`

/** SQL: the newest series of a person at an account, by which they are told apart without their NIF; 1 of who has said none. */
const seriesOf = (account: SQL, taxId: SQL) => sql`coalesce(
  (select i.series from billing_information i where i.account_id = ${account} and i.tax_id = ${taxId}),
  (select max((h.information->>'series')::int) from billing_information_past h where h.account_id = ${account}
    and h.information->>'taxId' = ${taxId}), 1)`

interface Pair {
  payerId: string
  payeeId: string
  /** The last day that counts. */
  t: string
}

/** What each person who had the one account owes each who had the other, by the end of a day; who has them now comes first. */
export async function personsBetween(tx: Tx, { payerId, payeeId, t }: Pair) {
  const [payer, payee] = [sql`${payerId}::uuid`, sql`${payeeId}::uuid`]
  const found = await select(
    tx,
    {
      taxId: sql<string | null>`x.tax_id`,
      payerTaxId: sql<string | null>`x.payer_tax_id`,
      payee: sql<string | null>`${nameOf(payee, sql`x.tax_id`)}`,
      payer: sql<string | null>`${nameOf(payer, sql`x.payer_tax_id`)}`,
      series: sql<number>`${seriesOf(payee, sql`x.tax_id`)}`,
      payerSeries: sql<number>`${seriesOf(payer, sql`x.payer_tax_id`)}`,
      present: sql<boolean>`(x.tax_id is not distinct from ${taxIdOn(payee, today)}
        and x.payer_tax_id is not distinct from ${taxIdOn(payer, today)})`,
      owedCents: number(sql<string>`x.cents`),
      paidCents: number(sql<string>`x.paid`),
    },
    sql`(select coalesce(e.tax_id, ${taxIdOn(payee, sql`e.day`)}) as tax_id,
        coalesce(e.payer_tax_id, ${taxIdOn(payer, sql`e.day`)}) as payer_tax_id, sum(e.cents) as cents, sum(e.paid) as paid
      from (select case when 'settled' in ("from", "to") then ${entryDay} else ${decides(sql`month`)} end as day, tax_id, payer_tax_id,
          sum(case when "to" = 'royalties' then amount_cents else -amount_cents end) as cents,
          sum(case when "to" = 'settled' then amount_cents when "from" = 'settled' then -amount_cents else 0 end) as paid
        from ledger_entry e where payer_id = ${payerId} and account_id = ${payeeId} and 'royalties' in ("from", "to")
          and ${entryDay} <= ${t}::date group by 1, 2, 3) e
      group by 1, 2) x order by 7 desc, 5 desc, 6 desc`,
  )
  return found
}

type Person = Awaited<ReturnType<typeof personsBetween>>[number]

/** As statements answer them: none where nobody else ever had either account. */
export const toldPersons = (found: readonly Person[]): Shares['persons'] =>
  found.length < 2
    ? []
    : found.map(({ payee, payer, series, payerSeries, present, owedCents }) => ({
        ...{ payee: payee ?? '', payer: payer ?? '', series, payerSeries, present, owedCents },
      }))

/** Those of two accounts that are meant: who has them now, or by the series that an answer said. */
export async function chosenPersons(
  tx: Tx,
  pair: Pair,
  { series, payerSeries }: { series?: number | undefined; payerSeries?: number | undefined },
) {
  const found = await personsBetween(tx, pair)
  if (series === undefined && payerSeries === undefined) return found.find(({ present }) => present)
  return found.find((one) => one.series === series && one.payerSeries === payerSeries)
}

/** Whose accounts' months and days are, by `account day`; empty where none of the accounts has ever been somebody else's. */
export async function personsOn(tx: Tx, asked: readonly { accountId: string; day: string }[]) {
  const accounts = [...new Set(asked.map(({ accountId }) => accountId))]
  if (accounts.length === 0) return new Map<string, string>()
  const changed = await select(
    tx,
    { accountId: sql<string>`account_id` },
    sql`billing_information_past h where account_id = any(${`{${accounts.join(',')}}`}::uuid[])
      and exists (select from billing_information i where i.account_id = h.account_id and i.tax_id <> h.information->>'taxId')`,
  )
  const of = new Set(changed.map(({ accountId }) => accountId))
  const wanted = asked.filter(({ accountId }) => of.has(accountId))
  if (wanted.length === 0) return new Map<string, string>()
  const found = await select(
    tx,
    {
      accountId: sql<string>`k."accountId"`,
      day: sql<string>`k.day::text`,
      taxId: sql<string>`coalesce(${taxIdOn(sql`k."accountId"`, sql`k.day`)}, '')`,
    },
    sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as k ("accountId" uuid, day date)`,
  )
  return new Map(found.map(({ accountId, day, taxId }) => [`${accountId} ${day}`, taxId]))
}

/** SQL: has an account had the same NIF always, or since a day of a consent `at`? */
export const presentTaxId = (account: SQL) => taxIdOn(account, today)
/** SQL: whose an entry `e` of a month is. */
export const personOfMonth = taxIdOn(sql`e.account_id`, decides(sql`e.month`))
/** SQL: whose an entry `e` of royalties is, of the account and of its payer. */
export const personOfEntry = {
  payee: sql`coalesce(e.tax_id, ${taxIdOn(sql`e.account_id`, sql`case when 'settled' in (e."from", e."to") then ${entryDay} else ${decides(sql`e.month`)} end`)})`,
  payer: sql`coalesce(e.payer_tax_id, ${taxIdOn(sql`e.payer_id`, sql`case when 'settled' in (e."from", e."to") then ${entryDay} else ${decides(sql`e.month`)} end`)})`,
}
