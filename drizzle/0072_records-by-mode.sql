CREATE TABLE "fiscal_event" (
	"issuer_tax_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"type" text NOT NULL,
	"data" jsonb,
	"input" text NOT NULL,
	"hash" text NOT NULL,
	"previous_hash" text NOT NULL,
	"generated_at" text NOT NULL,
	"xml" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "fiscal_event_issuer_tax_id_sequence_pk" PRIMARY KEY("issuer_tax_id","sequence")
);
--> statement-breakpoint
ALTER TABLE "fiscal_event" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fiscal_mode" (
	"id" uuid PRIMARY KEY NOT NULL,
	"issuer_tax_id" text,
	"mode" text,
	"valid_from" date NOT NULL,
	"person_id" uuid,
	"person_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fiscal_mode" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fiscal_signature" (
	"issuer_tax_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"xml" text NOT NULL,
	"signer" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "fiscal_signature_issuer_tax_id_sequence_pk" PRIMARY KEY("issuer_tax_id","sequence")
);
--> statement-breakpoint
ALTER TABLE "fiscal_signature" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fiscal_record" ADD COLUMN "mode" text;--> statement-breakpoint
ALTER TABLE "fiscal_record" ADD COLUMN "amends" jsonb;--> statement-breakpoint
CREATE INDEX "fiscal_mode_issuer_tax_id_valid_from_index" ON "fiscal_mode" USING btree ("issuer_tax_id","valid_from");--> statement-breakpoint
CREATE POLICY "service" ON "fiscal_event" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "fiscal_mode" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "read" ON "fiscal_signature" AS PERMISSIVE FOR SELECT TO "backline_member" USING (exists (select from fiscal_record r where r.issuer_tax_id = fiscal_signature.issuer_tax_id
      and r.sequence = fiscal_signature.sequence));--> statement-breakpoint
CREATE POLICY "service" ON "fiscal_signature" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
-- Records, and what was done with them, are never taken away: not one by one, and not all at once.
create trigger fiscal_mode_append_only before update or delete on fiscal_mode for each row execute function refuse_change();--> statement-breakpoint
create trigger fiscal_signature_append_only before update or delete on fiscal_signature for each row execute function refuse_change();--> statement-breakpoint
create trigger fiscal_event_append_only before update or delete on fiscal_event for each row execute function refuse_change();--> statement-breakpoint
create trigger fiscal_answer_append_only before update or delete on fiscal_answer for each row execute function refuse_change();--> statement-breakpoint
create trigger fiscal_sending_is_kept before delete on fiscal_sending for each row execute function refuse_change();--> statement-breakpoint
create trigger fiscal_record_is_kept before truncate on fiscal_record for each statement execute function refuse_change();--> statement-breakpoint
create trigger fiscal_mode_is_kept before truncate on fiscal_mode for each statement execute function refuse_change();--> statement-breakpoint
create trigger fiscal_signature_is_kept before truncate on fiscal_signature for each statement execute function refuse_change();--> statement-breakpoint
create trigger fiscal_event_is_kept before truncate on fiscal_event for each statement execute function refuse_change();--> statement-breakpoint
create trigger fiscal_answer_is_kept before truncate on fiscal_answer for each statement execute function refuse_change();--> statement-breakpoint
create trigger fiscal_sending_whole before truncate on fiscal_sending for each statement execute function refuse_change();--> statement-breakpoint
-- Where all records were sent until now they still are: each of those issuers may have a mode of its own from here on.
insert into fiscal_mode (id, mode, valid_from, person_name)
  select gen_random_uuid(), 'sending', (now() at time zone 'Europe/Madrid')::date, 'Backline' from setting where key = 'billing.verifactu';
