CREATE TABLE "billing_information_past" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"since" date,
	"information" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_information_past" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "billing_information" DROP CONSTRAINT "retention_known";--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "tax" jsonb;--> statement-breakpoint
ALTER TABLE "billing_agreement" ADD COLUMN "supplier_name" text;--> statement-breakpoint
ALTER TABLE "billing_agreement" ADD COLUMN "tax_id" text;--> statement-breakpoint
ALTER TABLE "billing_agreement" ADD COLUMN "provider_name" text;--> statement-breakpoint
ALTER TABLE "billing_agreement" ADD COLUMN "provider_tax_id" text;--> statement-breakpoint
ALTER TABLE "billing_agreement" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing_agreement" ADD COLUMN "withdrawn_by" text;--> statement-breakpoint
ALTER TABLE "billing_information" ADD COLUMN "given_name" text;--> statement-breakpoint
ALTER TABLE "billing_information" ADD COLUMN "first_surname" text;--> statement-breakpoint
ALTER TABLE "billing_information" ADD COLUMN "second_surname" text;--> statement-breakpoint
ALTER TABLE "billing_information" ADD COLUMN "tax_id_shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_information" ADD COLUMN "series" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_information" ADD COLUMN "supply" text DEFAULT 'services' NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_information" ADD COLUMN "since" date;--> statement-breakpoint
ALTER TABLE "billing_information" ADD COLUMN "retention" text;--> statement-breakpoint
ALTER TABLE "billing_information" ADD COLUMN "retention_year" integer;--> statement-breakpoint
ALTER TABLE "billing_information_past" ADD CONSTRAINT "billing_information_past_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_information_past_account_id_at_index" ON "billing_information_past" USING btree ("account_id","at");--> statement-breakpoint
ALTER TABLE "billing_information" ADD CONSTRAINT "retention_known" CHECK (retention_bp in (0, 280, 600, 700, 1500, 1900, 2400));--> statement-breakpoint
CREATE POLICY "tenant" ON "billing_information_past" AS PERMISSIVE FOR ALL TO "backline_member" USING ("account_id" in (select unnest(string_to_array(nullif(current_setting('app.accounts', true), ''), ',')::uuid[]))) WITH CHECK ("account_id" in (select unnest(string_to_array(nullif(current_setting('app.accounts', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "billing_information_past" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
-- How a bill is taxed is a part of what was issued.
create or replace function keep_issued_bill() returns trigger language plpgsql as $$
begin
  if old.number is not null and (tg_op = 'DELETE'
    or (new.number, new.issued_on, new.hash, new.period, new.account_id, new.type, new.information, new.provider, new.totals, new.corrects_id, new.tax)
      is distinct from (old.number, old.issued_on, old.hash, old.period, old.account_id, old.type, old.information, old.provider, old.totals, old.corrects_id, old.tax)
    or new.status not in ('Approved', 'Cancelled')) then
    raise exception 'an issued bill does not change';
  end if;
  return coalesce(new, old);
end $$;
