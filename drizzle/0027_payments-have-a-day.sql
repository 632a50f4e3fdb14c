ALTER TABLE "ledger_entry" ADD COLUMN "day" date;--> statement-breakpoint
ALTER TABLE "ledger_entry" DISABLE TRIGGER "ledger_append_only";--> statement-breakpoint
-- The last payment of a bill is dated on the bill itself; earlier ones keep the day on which they were recorded.
UPDATE "ledger_entry" e SET "day" = coalesce(b."paid_on", b."returned_on")
  FROM "bill" b
  WHERE b."id" = e."bill_id" AND 'bank' IN (e."from", e."to") AND coalesce(b."paid_on", b."returned_on") IS NOT NULL
    AND e."at" = (SELECT max(l."at") FROM "ledger_entry" l WHERE l."bill_id" = e."bill_id" AND 'bank' IN (l."from", l."to"))
    AND (e."to" = 'bank') = (b."paid_on" IS NOT NULL);--> statement-breakpoint
ALTER TABLE "ledger_entry" ENABLE TRIGGER "ledger_append_only";--> statement-breakpoint
ALTER TABLE "remittance" ADD COLUMN "executed_on" date;--> statement-breakpoint
UPDATE "remittance" SET "executed_on" = coalesce(
  substring(convert_from("file", 'UTF8') from '<ReqdExctnDt>[^0-9]*([0-9]{4}-[0-9]{2}-[0-9]{2})')::date,
  ("created_at" at time zone 'Europe/Madrid')::date);--> statement-breakpoint
ALTER TABLE "remittance" ALTER COLUMN "executed_on" SET NOT NULL;
