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
