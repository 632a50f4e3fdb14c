ALTER TABLE "bill" ADD COLUMN "period_from" date;--> statement-breakpoint
ALTER TABLE "billing_information" ADD COLUMN "refused_ibans" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "tax_id" text;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "payer_tax_id" text;--> statement-breakpoint
UPDATE "billing_information" SET "refused_ibans" = array["refused_iban"] WHERE "refused_iban" IS NOT NULL;--> statement-breakpoint
-- From the first month of its lines; what was carried forward names the month that it comes from.
UPDATE "bill" b SET "period_from" = l."first" FROM (
  SELECT "bill_id", min(CASE WHEN "type" = 'Adjustment' AND "description" IS NULL AND "reference" ~ '^\d{4}-\d{2}$'
    THEN ("reference" || '-01')::date ELSE date_trunc('month', "month")::date END) AS "first"
  FROM "bill_line" WHERE "type" <> 'Advance' GROUP BY 1) l
WHERE l."bill_id" = b."id" AND b."type" = 1 AND b."status" <> 'Next' AND l."first" < b."period";--> statement-breakpoint
-- A difference is of the same months as what it corrects.
UPDATE "bill" b SET "period_from" = o."period_from" FROM "bill" o
WHERE o."id" = b."corrects_id" AND o."period_from" IS NOT NULL;
