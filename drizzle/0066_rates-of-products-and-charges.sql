CREATE TABLE "product_rate" (
	"portal_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"valid_from" date NOT NULL,
	"from_units" integer NOT NULL,
	"pct" numeric,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "product_rate_portal_id_product_id_valid_from_from_units_pk" PRIMARY KEY("portal_id","product_id","valid_from","from_units"),
	CONSTRAINT "of_units" CHECK (from_units >= 0)
);
--> statement-breakpoint
ALTER TABLE "product_rate" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "rate_of" text;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "rate_units" integer;--> statement-breakpoint
ALTER TABLE "order_line_past" ADD COLUMN "rate_of" text;--> statement-breakpoint
ALTER TABLE "order_line_past" ADD COLUMN "rate_units" integer;--> statement-breakpoint
ALTER TABLE "product_rate" ADD CONSTRAINT "product_rate_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "tenant" ON "product_rate" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "product_rate" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
-- What bills held keeps whose rate it was, too.
create or replace function keep_billed_lines() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into order_line_past (portal_id, order_id, kind, ordinal, at, owed_at, sku_id, units, gross_micros, net_micros,
      income_micros, commission_pct, split_id, rate_of, rate_units, told_at, gone_at)
    select c.portal_id, c.order_id, c.kind, c.ordinal, c.at, c.owed_at, c.sku_id, c.units, c.gross_micros, c.net_micros,
      c.income_micros, c.commission_pct, c.split_id, c.rate_of, c.rate_units, c.told_at, clock_timestamp()
    from changed c where isfinite(coalesce(c.owed_at, c.at)) and exists (select from bill_line l where l.portal_id = c.portal_id
      and l.month = date_trunc('month', coalesce(c.owed_at, c.at) at time zone 'Europe/Madrid')::date)
    on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create or replace function keep_billed_line() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if exists (select from bill_line l where l.portal_id = old.portal_id and l.month in (
      select date_trunc('month', t.moment at time zone 'Europe/Madrid')::date
      from unnest(array[coalesce(old.owed_at, old.at), coalesce(new.owed_at, new.at)]) as t(moment) where isfinite(t.moment))) then
    if isfinite(coalesce(old.owed_at, old.at)) then
      insert into order_line_past (portal_id, order_id, kind, ordinal, at, owed_at, sku_id, units, gross_micros, net_micros,
          income_micros, commission_pct, split_id, rate_of, rate_units, told_at, gone_at)
        values (old.portal_id, old.order_id, old.kind, old.ordinal, old.at, old.owed_at, old.sku_id, old.units,
          old.gross_micros, old.net_micros, old.income_micros, old.commission_pct, old.split_id, old.rate_of, old.rate_units, old.told_at, clock_timestamp())
        on conflict do nothing;
    end if;
    new.told_at := clock_timestamp();
  end if;
  return new;
end $$;
--> statement-breakpoint
CREATE TABLE "charge" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"number" text NOT NULL,
	"issued_on" date NOT NULL,
	"provider" jsonb NOT NULL,
	"information" jsonb NOT NULL,
	"tax" jsonb NOT NULL,
	"totals" jsonb NOT NULL,
	"hash" text NOT NULL,
	"corrects_id" uuid,
	"reason" text,
	"actor_id" uuid,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "charge" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "charge_counter" (
	"issuer_tax_id" text NOT NULL,
	"series" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "charge_counter_issuer_tax_id_series_year_pk" PRIMARY KEY("issuer_tax_id","series","year")
);
--> statement-breakpoint
ALTER TABLE "charge_counter" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "charge_line" (
	"charge_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"description" text NOT NULL,
	"units" integer NOT NULL,
	"tax_bp" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "charge_line_charge_id_position_pk" PRIMARY KEY("charge_id","position")
);
--> statement-breakpoint
ALTER TABLE "charge_line" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "charge_settlement" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"bill_id" uuid,
	"against_id" uuid,
	"amount_cents" bigint NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "some_amount" CHECK (amount_cents <> 0),
	CONSTRAINT "one_way" CHECK (bill_id is null or against_id is null)
);
--> statement-breakpoint
ALTER TABLE "charge_settlement" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fiscal_record" ALTER COLUMN "bill_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "offset_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "fiscal_record" ADD COLUMN "charge_id" uuid;--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge" ADD CONSTRAINT "charge_actor_id_person_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_line" ADD CONSTRAINT "charge_line_charge_id_charge_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charge"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_line" ADD CONSTRAINT "charge_line_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_settlement" ADD CONSTRAINT "charge_settlement_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_settlement" ADD CONSTRAINT "charge_settlement_charge_id_charge_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charge"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_settlement" ADD CONSTRAINT "charge_settlement_bill_id_bill_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."bill"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_settlement" ADD CONSTRAINT "charge_settlement_against_id_charge_id_fk" FOREIGN KEY ("against_id") REFERENCES "public"."charge"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "charge_number" ON "charge" USING btree ((provider->>'taxId'),"number");--> statement-breakpoint
CREATE UNIQUE INDEX "charge_one_correction" ON "charge" USING btree ("corrects_id") WHERE corrects_id is not null;--> statement-breakpoint
CREATE INDEX "charge_account_id_created_at_index" ON "charge" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "charge_created_at_index" ON "charge" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "charge_settlement_charge_id_index" ON "charge_settlement" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "charge_settlement_bill_id_index" ON "charge_settlement" USING btree ("bill_id") WHERE bill_id is not null;--> statement-breakpoint
ALTER TABLE "fiscal_record" ADD CONSTRAINT "fiscal_record_charge_id_charge_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charge"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fiscal_record_charge_id_index" ON "fiscal_record" USING btree ("charge_id") WHERE charge_id is not null;--> statement-breakpoint
ALTER TABLE "fiscal_record" ADD CONSTRAINT "of_one" CHECK (num_nonnulls(bill_id, charge_id) = 1);--> statement-breakpoint
CREATE POLICY "tenant" ON "charge" AS PERMISSIVE FOR ALL TO "backline_member" USING ("account_id" in (select unnest(string_to_array(nullif(current_setting('app.accounts', true), ''), ',')::uuid[]))) WITH CHECK ("account_id" in (select unnest(string_to_array(nullif(current_setting('app.accounts', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "charge" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "charge_counter" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "charge_line" AS PERMISSIVE FOR ALL TO "backline_member" USING ("account_id" in (select unnest(string_to_array(nullif(current_setting('app.accounts', true), ''), ',')::uuid[]))) WITH CHECK ("account_id" in (select unnest(string_to_array(nullif(current_setting('app.accounts', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "charge_line" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "charge_settlement" AS PERMISSIVE FOR ALL TO "backline_member" USING ("account_id" in (select unnest(string_to_array(nullif(current_setting('app.accounts', true), ''), ',')::uuid[]))) WITH CHECK ("account_id" in (select unnest(string_to_array(nullif(current_setting('app.accounts', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "charge_settlement" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
ALTER POLICY "read" ON "fiscal_record" TO backline_member USING (exists (select from bill b where b.id = fiscal_record.bill_id)
      or exists (select from charge c where c.id = fiscal_record.charge_id));