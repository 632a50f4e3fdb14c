CREATE TABLE "fiscal_answer" (
	"id" uuid PRIMARY KEY NOT NULL,
	"issuer_tax_id" text NOT NULL,
	"records" integer NOT NULL,
	"status" integer,
	"csv" text,
	"body" text NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fiscal_answer" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fiscal_sending" (
	"issuer_tax_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"error_code" text,
	"error_text" text,
	"answered_at" timestamp with time zone,
	CONSTRAINT "fiscal_sending_issuer_tax_id_sequence_pk" PRIMARY KEY("issuer_tax_id","sequence")
);
--> statement-breakpoint
ALTER TABLE "fiscal_sending" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "billing_information" ADD COLUMN "retention_file" text;--> statement-breakpoint
ALTER TABLE "billing_information" ADD COLUMN "retention_file_name" text;--> statement-breakpoint
CREATE INDEX "fiscal_answer_issuer_tax_id_at_index" ON "fiscal_answer" USING btree ("issuer_tax_id","at");--> statement-breakpoint
CREATE INDEX "fiscal_sending_state_due_at_index" ON "fiscal_sending" USING btree ("state","due_at");--> statement-breakpoint
CREATE POLICY "service" ON "fiscal_answer" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "fiscal_sending" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
-- Reading makes no rows any more: what it made on the way stands from the beginning.
insert into "rate" ("key", "valid_from", "kind", "pct") values
	('default', '1900-01-01', 'vat', 21), ('igic', '1900-01-01', 'vat', 7), ('ipsi', '1900-01-01', 'vat', 4),
	('apparel', '1900-01-01', 'commission', 20), ('apparelDigital', '1900-01-01', 'commission', 10),
	('apparelCulture', '1900-01-01', 'commission', 10) on conflict do nothing;--> statement-breakpoint
insert into "bill" ("id", "account_id") select gen_random_uuid(), a."id" from "account" a
	where not exists (select from "bill" b where b."account_id" = a."id" and b."type" = 1 and b."status" = 'Next')
	on conflict do nothing;
