import { type SQL, sql } from 'drizzle-orm'
import { modeOfOthersSql, ownModeSql } from './fiscal-mode.ts'

/**
 * Who issues here: accounts whose bills are issued for them, the provider, and whoever has records (a NIF that an account
 * had). Companies are told by the first letter of their number (Orden EHA/451/2008, art. 3); all others are persons.
 */
export const issuersSql = (day: string, dates: { company: string; person: string }): SQL => sql`
  select i.issuer, max(i.name) as name, max(case when i.issuer ~ '^[A-HJNP-SUVW]' then 'company' else 'person' end) as kind,
    max(case when i.issuer ~ '^[A-HJNP-SUVW]' then ${dates.company} else ${dates.person} end) as obliged,
    coalesce(${ownModeSql(sql`i.issuer`, day)}, ${modeOfOthersSql(day)}) as mode
  from (
    select b.tax_id as issuer, b.legal_name as name from billing_information b
      join portal p on p.account_id = b.account_id and p.master and p.deleted_at is null and p.self_invoice
    union all select value::jsonb->>'taxId', value::jsonb->>'legalName' from setting where key = 'billing.provider'
    union all select r.issuer, coalesce((select legal_name from billing_information o where o.tax_id = r.issuer limit 1),
      (select b.information->>'legalName' from fiscal_record x join bill b on b.id = x.bill_id
        where x.issuer_tax_id = r.issuer order by x.sequence desc limit 1))
      from (select distinct issuer_tax_id as issuer from fiscal_record) r
  ) i group by i.issuer`

/** Records that the agency refused or took with errors, in whose place nothing was put since. */
export const attentionSql = sql`select s.issuer_tax_id, s.sequence from fiscal_sending s
  join fiscal_record r on r.issuer_tax_id = s.issuer_tax_id and r.sequence = s.sequence
  where s.state in ('rejected', 'acceptedWithErrors') and not exists (select from fiscal_record n
    where n.issuer_tax_id = r.issuer_tax_id and n.number = r.number and n.sequence > r.sequence
      and (n.kind = r.kind or n.kind = 'anulacion'))`
