ALTER TABLE "bill" ADD COLUMN "operations_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing_agreement" ADD COLUMN "series" integer;--> statement-breakpoint
-- Which series an account's NIF billed in when it agreed: what it said until the next change, or says now.
UPDATE "billing_agreement" g SET "series" = coalesce(
  (SELECT (p."information"->>'series')::int FROM "billing_information_past" p
    WHERE p."account_id" = g."account_id" AND p."at" >= g."at" ORDER BY p."at", p."id" LIMIT 1),
  (SELECT i."series" FROM "billing_information" i WHERE i."account_id" = g."account_id"))
WHERE g."tax_id" IS NOT NULL;
