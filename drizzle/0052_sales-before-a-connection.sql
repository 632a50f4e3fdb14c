CREATE TABLE "owed_from" (
	"portal_id" uuid NOT NULL,
	"source" text NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "owed_from_portal_id_source_pk" PRIMARY KEY("portal_id","source")
);
--> statement-breakpoint
ALTER TABLE "owed_from" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "owed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_line_past" ADD COLUMN "owed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "owed_from" ADD CONSTRAINT "owed_from_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_line_owed" ON "order_line" USING btree ("portal_id","owed_at") WHERE owed_at is not null;--> statement-breakpoint
CREATE POLICY "tenant" ON "owed_from" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "owed_from" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
-- A line belongs to the month in which it is owed; what is never owed belongs to none.
create or replace function note_accrual_due() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- Sorted for nobody: the queue has no keys that could be waited for.
  insert into accrual_due (portal_id, month)
    select distinct portal_id, date_trunc('month', coalesce(owed_at, at) at time zone 'Europe/Madrid')::date from changed
    where isfinite(coalesce(owed_at, at));
  return null;
end $$;
--> statement-breakpoint
-- The month that a line leaves when it is owed at another time.
create trigger accrual_due_left after update on order_line referencing old table as changed
  for each statement execute function note_accrual_due();
--> statement-breakpoint
create or replace function keep_billed_lines() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into order_line_past (portal_id, order_id, kind, ordinal, at, owed_at, sku_id, units, gross_micros, net_micros,
      income_micros, commission_pct, told_at, gone_at)
    select c.portal_id, c.order_id, c.kind, c.ordinal, c.at, c.owed_at, c.sku_id, c.units, c.gross_micros, c.net_micros,
      c.income_micros, c.commission_pct, c.told_at, clock_timestamp()
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
          income_micros, commission_pct, told_at, gone_at)
        values (old.portal_id, old.order_id, old.kind, old.ordinal, old.at, old.owed_at, old.sku_id, old.units,
          old.gross_micros, old.net_micros, old.income_micros, old.commission_pct, old.told_at, clock_timestamp())
        on conflict do nothing;
    end if;
    new.told_at := clock_timestamp();
  end if;
  return new;
end $$;
--> statement-breakpoint
drop trigger order_line_told_anew on order_line;
--> statement-breakpoint
create trigger order_line_told_anew before update on order_line for each row
  when ((old.at, old.owed_at, old.sku_id, old.units, old.gross_micros, old.net_micros, old.income_micros, old.commission_pct)
    is distinct from (new.at, new.owed_at, new.sku_id, new.units, new.gross_micros, new.net_micros, new.income_micros, new.commission_pct))
  execute function keep_billed_line();
