ALTER TABLE "account" ADD COLUMN "settlement_bp" integer DEFAULT 10000 NOT NULL;--> statement-breakpoint
UPDATE "account" SET "settlement_bp" = i."settlement_bp" FROM "billing_information" i WHERE i."account_id" = "account"."id";
