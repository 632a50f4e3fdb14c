CREATE TABLE "order_line_past" (
	"portal_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"ordinal" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"sku_id" uuid NOT NULL,
	"units" integer NOT NULL,
	"gross_micros" bigint NOT NULL,
	"net_micros" bigint NOT NULL,
	"income_micros" bigint NOT NULL,
	"commission_pct" numeric NOT NULL,
	"told_at" timestamp with time zone,
	"gone_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_line_past_portal_id_order_id_kind_ordinal_gone_at_pk" PRIMARY KEY("portal_id","order_id","kind","ordinal","gone_at")
);
--> statement-breakpoint
ALTER TABLE "order_line_past" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "bill_line" ADD COLUMN "told" "tstzmultirange";--> statement-breakpoint
ALTER TABLE "bill_line" ADD COLUMN "goods" jsonb;--> statement-breakpoint
-- Lines that are there already were told before: they say nothing.
ALTER TABLE "order_line" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_line" ALTER COLUMN "told_at" SET DEFAULT now();--> statement-breakpoint
CREATE INDEX "order_line_past_portal_id_at_index" ON "order_line_past" USING btree ("portal_id","at");--> statement-breakpoint
CREATE INDEX "bill_line_sales" ON "bill_line" USING btree ("portal_id","month") WHERE portal_id is not null;--> statement-breakpoint
CREATE POLICY "service" ON "order_line_past" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
create function keep_billed_lines() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into order_line_past (portal_id, order_id, kind, ordinal, at, sku_id, units, gross_micros, net_micros, income_micros,
      commission_pct, told_at, gone_at)
    select c.portal_id, c.order_id, c.kind, c.ordinal, c.at, c.sku_id, c.units, c.gross_micros, c.net_micros, c.income_micros,
      c.commission_pct, c.told_at, clock_timestamp()
    from changed c where exists (select from bill_line l where l.portal_id = c.portal_id
      and l.month = date_trunc('month', c.at at time zone 'Europe/Madrid')::date)
    on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger order_line_gone after delete on order_line referencing old table as changed
  for each statement execute function keep_billed_lines();
--> statement-breakpoint
create function keep_billed_line() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if exists (select from bill_line l where l.portal_id = old.portal_id
    and l.month = date_trunc('month', old.at at time zone 'Europe/Madrid')::date) then
    insert into order_line_past (portal_id, order_id, kind, ordinal, at, sku_id, units, gross_micros, net_micros, income_micros,
        commission_pct, told_at, gone_at)
      values (old.portal_id, old.order_id, old.kind, old.ordinal, old.at, old.sku_id, old.units, old.gross_micros,
        old.net_micros, old.income_micros, old.commission_pct, old.told_at, clock_timestamp())
      on conflict do nothing;
    new.told_at := clock_timestamp();
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger order_line_told_anew before update on order_line for each row
  when ((old.at, old.sku_id, old.units, old.gross_micros, old.net_micros, old.income_micros, old.commission_pct)
    is distinct from (new.at, new.sku_id, new.units, new.gross_micros, new.net_micros, new.income_micros, new.commission_pct))
  execute function keep_billed_line();
