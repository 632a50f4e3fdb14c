import { type SQL, sql } from 'drizzle-orm'
import { lettersOfSocieties } from '../tax-id-letters.ts'
import { modeOfOthersSql, ownModeSql } from './fiscal-mode.ts'

const isSociety = sql`i.issuer ~ ${`^[${lettersOfSocieties}]`}`

/**
 * Who issues here: accounts whose bills are issued for them, the provider, and whoever has records (a NIF that an account
 * had). Who pays corporate income tax is told by the first letter of
 * their number (tax-id-letters.ts); all others are obliged with persons. Each is called as on its latest record.
 */
export const issuersSql = (day: string, dates: { company: string; person: string }): SQL => sql`
  select i.issuer, coalesce(max(i.name) filter (where i.recorded), max(i.name)) as name,
    case when ${isSociety} then 'company' else 'person' end as kind,
    case when ${isSociety} then ${dates.company} else ${dates.person} end as obliged,
    coalesce(${ownModeSql(sql`i.issuer`, day)}, ${modeOfOthersSql(day)}) as mode
  from (
    select b.tax_id as issuer, b.legal_name as name, false as recorded from billing_information b
      join portal p on p.account_id = b.account_id and p.master and p.deleted_at is null and p.self_invoice
    union all select value::jsonb->>'taxId', value::jsonb->>'legalName', false from setting where key = 'billing.provider'
    union all select r.issuer, (select b.information->>'legalName' from fiscal_record x join bill b on b.id = x.bill_id
        where x.issuer_tax_id = r.issuer order by x.sequence desc limit 1), true
      from (select distinct issuer_tax_id as issuer from fiscal_record) r
  ) i group by i.issuer`

/** Records that the agency refused or took with errors, in whose place nothing was put since. */
export const attentionSql = sql`select s.issuer_tax_id, s.sequence from fiscal_sending s
  join fiscal_record r on r.issuer_tax_id = s.issuer_tax_id and r.sequence = s.sequence
  where s.state in ('rejected', 'acceptedWithErrors') and not exists (select from fiscal_record n
    where n.issuer_tax_id = r.issuer_tax_id and n.number = r.number and n.sequence > r.sequence
      and (n.kind = r.kind or n.kind = 'anulacion'))`
