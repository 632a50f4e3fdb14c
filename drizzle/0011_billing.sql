CREATE TABLE "accrual_due" (
	"portal_id" uuid NOT NULL,
	"month" date NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accrual_due" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bill" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"type" smallint DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'Next' NOT NULL,
	"payment" text DEFAULT 'unpaid' NOT NULL,
	"period" date,
	"number" text,
	"issued_on" date,
	"hash" text,
	"self_invoice" boolean,
	"information" jsonb,
	"provider" jsonb,
	"totals" jsonb,
	"amount_cents" bigint,
	"reason" text,
	"proof" text,
	"corrects_id" uuid,
	"own_number" text,
	"own_date" date,
	"own_file" text,
	"actor_id" uuid,
	"closed_at" timestamp with time zone,
	"approved_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"paid_on" date,
	"returned_on" date,
	"return_reason" text,
	"remittance_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "settled_whole" CHECK (status <> 'Approved' or (number is not null and hash is not null))
);
--> statement-breakpoint
ALTER TABLE "bill" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bill_comment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bill_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"person_id" uuid,
	"person_name" text NOT NULL,
	"staff" boolean NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bill_comment" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bill_counter" (
	"account_id" uuid NOT NULL,
	"series" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "bill_counter_account_id_series_year_pk" PRIMARY KEY("account_id","series","year")
);
--> statement-breakpoint
ALTER TABLE "bill_counter" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bill_line" (
	"bill_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"account_id" uuid NOT NULL,
	"type" text NOT NULL,
	"portal_id" uuid,
	"month" date NOT NULL,
	"commission_bp" integer,
	"tax_bp" integer NOT NULL,
	"item_id" uuid,
	"description" text,
	"reference" text,
	"units" integer,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "bill_line_bill_id_position_pk" PRIMARY KEY("bill_id","position")
);
--> statement-breakpoint
ALTER TABLE "bill_line" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "billing_agreement" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"text_version" text NOT NULL,
	"text_hash" text NOT NULL,
	"person_id" uuid,
	"person_name" text NOT NULL,
	"address" text NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_agreement" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "billing_information" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"legal_name" text NOT NULL,
	"kind" text NOT NULL,
	"tax_id" text NOT NULL,
	"street" text NOT NULL,
	"postcode" text NOT NULL,
	"city" text NOT NULL,
	"province" text NOT NULL,
	"iban" text NOT NULL,
	"holder" text NOT NULL,
	"territory" text NOT NULL,
	"retention_bp" integer DEFAULT 0 NOT NULL,
	"retention_reason" text,
	"email" text NOT NULL,
	"settlement_bp" integer DEFAULT 10000 NOT NULL,
	"iban_held_until" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "retention_known" CHECK (retention_bp in (0, 700, 1500, 1900))
);
--> statement-breakpoint
ALTER TABLE "billing_information" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fiscal_record" (
	"issuer_tax_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"bill_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"issued_on" date NOT NULL,
	"input" text NOT NULL,
	"hash" text NOT NULL,
	"previous_hash" text NOT NULL,
	"generated_at" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "fiscal_record_issuer_tax_id_sequence_pk" PRIMARY KEY("issuer_tax_id","sequence")
);
--> statement-breakpoint
ALTER TABLE "fiscal_record" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ledger_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"micros" bigint,
	"type" text,
	"portal_id" uuid,
	"month" date,
	"commission_bp" integer,
	"tax_bp" integer,
	"item_id" uuid,
	"bill_id" uuid,
	"advance_id" uuid,
	"description" text,
	"reason" text,
	"reference" text,
	"units" integer,
	CONSTRAINT "two_books" CHECK ("from" <> "to")
);
--> statement-breakpoint
ALTER TABLE "ledger_entry" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "remittance" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bills" integer NOT NULL,
	"total_cents" bigint NOT NULL,
	"file" "bytea" NOT NULL,
	"actor_id" uuid,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "remittance" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "bill" ADD CONSTRAINT "bill_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bill" ADD CONSTRAINT "bill_actor_id_person_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bill_comment" ADD CONSTRAINT "bill_comment_bill_id_bill_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."bill"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bill_comment" ADD CONSTRAINT "bill_comment_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bill_comment" ADD CONSTRAINT "bill_comment_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bill_counter" ADD CONSTRAINT "bill_counter_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bill_line" ADD CONSTRAINT "bill_line_bill_id_bill_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."bill"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bill_line" ADD CONSTRAINT "bill_line_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_agreement" ADD CONSTRAINT "billing_agreement_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_agreement" ADD CONSTRAINT "billing_agreement_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_information" ADD CONSTRAINT "billing_information_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiscal_record" ADD CONSTRAINT "fiscal_record_bill_id_bill_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."bill"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remittance" ADD CONSTRAINT "remittance_actor_id_person_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accrual_due_portal_id_month_index" ON "accrual_due" USING btree ("portal_id","month");--> statement-breakpoint
CREATE UNIQUE INDEX "bill_one_next" ON "bill" USING btree ("account_id") WHERE type = 1 and status = 'Next';--> statement-breakpoint
CREATE UNIQUE INDEX "bill_number" ON "bill" USING btree ("account_id","number") WHERE number is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "bill_corrected_once" ON "bill" USING btree ("corrects_id") WHERE corrects_id is not null;--> statement-breakpoint
CREATE INDEX "bill_account_id_type_created_at_index" ON "bill" USING btree ("account_id","type","created_at");--> statement-breakpoint
CREATE INDEX "bill_status_payment_index" ON "bill" USING btree ("status","payment");--> statement-breakpoint
CREATE INDEX "bill_comment_bill_id_created_at_index" ON "bill_comment" USING btree ("bill_id","created_at");--> statement-breakpoint
CREATE INDEX "billing_agreement_account_id_at_index" ON "billing_agreement" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "fiscal_record_bill_id_index" ON "fiscal_record" USING btree ("bill_id");--> statement-breakpoint
CREATE INDEX "ledger_entry_account_id_at_index" ON "ledger_entry" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "ledger_accrual" ON "ledger_entry" USING btree ("account_id","type","month");--> statement-breakpoint
CREATE INDEX "ledger_entry_bill_id_index" ON "ledger_entry" USING btree ("bill_id");--> statement-breakpoint
CREATE INDEX "ledger_advance" ON "ledger_entry" USING btree ("advance_id") WHERE advance_id is not null;--> statement-breakpoint
CREATE POLICY "service" ON "accrual_due" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "bill" AS PERMISSIVE FOR ALL TO "backline_member" USING ("account_id" = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[])) WITH CHECK ("account_id" = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "bill" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "bill_comment" AS PERMISSIVE FOR ALL TO "backline_member" USING ("account_id" = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[])) WITH CHECK ("account_id" = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "bill_comment" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "bill_counter" AS PERMISSIVE FOR ALL TO "backline_member" USING ("account_id" = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[])) WITH CHECK ("account_id" = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "bill_counter" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "bill_line" AS PERMISSIVE FOR ALL TO "backline_member" USING ("account_id" = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[])) WITH CHECK ("account_id" = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "bill_line" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "billing_agreement" AS PERMISSIVE FOR ALL TO "backline_member" USING ("account_id" = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[])) WITH CHECK ("account_id" = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "billing_agreement" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "billing_information" AS PERMISSIVE FOR ALL TO "backline_member" USING ("account_id" = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[])) WITH CHECK ("account_id" = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "billing_information" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "fiscal_record" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "read" ON "ledger_entry" AS PERMISSIVE FOR SELECT TO "backline_member" USING (account_id = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "append" ON "ledger_entry" AS PERMISSIVE FOR INSERT TO "backline_member" WITH CHECK (account_id = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service_read" ON "ledger_entry" AS PERMISSIVE FOR SELECT TO "backline_service" USING (true);--> statement-breakpoint
CREATE POLICY "service_append" ON "ledger_entry" AS PERMISSIVE FOR INSERT TO "backline_service" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "remittance" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
create function note_accrual_due() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- Sorted for nobody: the queue has no keys that could be waited for.
  insert into accrual_due (portal_id, month)
    select distinct portal_id, date_trunc('month', at at time zone 'Europe/Madrid')::date from changed;
  return null;
end $$;
--> statement-breakpoint
create trigger accrual_due_insert after insert on order_line referencing new table as changed
  for each statement execute function note_accrual_due();
--> statement-breakpoint
create trigger accrual_due_delete after delete on order_line referencing old table as changed
  for each statement execute function note_accrual_due();
--> statement-breakpoint
create trigger accrual_due_update after update on order_line referencing new table as changed
  for each statement execute function note_accrual_due();
--> statement-breakpoint
insert into accrual_due (portal_id, month)
  select distinct portal_id, date_trunc('month', at at time zone 'Europe/Madrid')::date from order_line;
--> statement-breakpoint
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only ever added', tg_table_name;
end $$;
--> statement-breakpoint
create trigger ledger_append_only before update or delete on ledger_entry for each row execute function refuse_change();
--> statement-breakpoint
create trigger fiscal_record_append_only before update or delete on fiscal_record for each row execute function refuse_change();
--> statement-breakpoint
create function keep_issued_bill() returns trigger language plpgsql as $$
begin
  if old.number is not null and (tg_op = 'DELETE'
    or (new.number, new.issued_on, new.hash, new.period, new.account_id, new.type, new.information, new.provider, new.totals, new.corrects_id)
      is distinct from (old.number, old.issued_on, old.hash, old.period, old.account_id, old.type, old.information, old.provider, old.totals, old.corrects_id)
    or new.status not in ('Approved', 'Cancelled')) then
    raise exception 'an issued bill does not change';
  end if;
  return coalesce(new, old);
end $$;
--> statement-breakpoint
create trigger bill_issued before update or delete on bill for each row execute function keep_issued_bill();
--> statement-breakpoint
create function keep_issued_line() returns trigger language plpgsql as $$
begin
  if exists (select from bill where id = old.bill_id and number is not null) then
    raise exception 'a line of an issued bill does not change';
  end if;
  return coalesce(new, old);
end $$;
--> statement-breakpoint
create trigger bill_line_issued before update or delete on bill_line for each row execute function keep_issued_line();
