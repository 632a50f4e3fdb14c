ALTER TABLE "bill" ADD COLUMN "period_from" date;--> statement-breakpoint
ALTER TABLE "billing_information" ADD COLUMN "refused_ibans" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "tax_id" text;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "payer_tax_id" text;--> statement-breakpoint
UPDATE "billing_information" SET "refused_ibans" = array["refused_iban"] WHERE "refused_iban" IS NOT NULL;--> statement-breakpoint
-- From the first month of its lines; what was carried forward names the month that it comes from. Papers that were issued stay as they were.
UPDATE "bill" b SET "period_from" = l."first" FROM (
  SELECT "bill_id", min(CASE WHEN "type" = 'Adjustment' AND "description" IS NULL AND "reference" ~ '^\d{4}-\d{2}$'
    THEN ("reference" || '-01')::date ELSE date_trunc('month', "month")::date END) AS "first"
  FROM "bill_line" WHERE "type" <> 'Advance' GROUP BY 1) l
WHERE l."bill_id" = b."id" AND b."type" = 1 AND b."status" <> 'Next' AND b."number" IS NULL AND l."first" < b."period";--> statement-breakpoint
create or replace function keep_issued_bill() returns trigger language plpgsql as $$
begin
  if old.number is not null and (tg_op = 'DELETE'
    or (new.number, new.issued_on, new.hash, new.period, new.period_from, new.account_id, new.type, new.information, new.provider, new.totals, new.corrects_id, new.tax)
      is distinct from (old.number, old.issued_on, old.hash, old.period, old.period_from, old.account_id, old.type, old.information, old.provider, old.totals, old.corrects_id, old.tax)
    or new.status not in ('Approved', 'Cancelled')) then
    raise exception 'an issued bill does not change';
  end if;
  return coalesce(new, old);
end $$;
