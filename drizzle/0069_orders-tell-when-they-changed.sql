-- Of orders that are there nobody knows when they changed: they count as changed now, and are told once more.
ALTER TABLE "order" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "order" ALTER COLUMN "updated_at" SET DEFAULT clock_timestamp();--> statement-breakpoint
CREATE INDEX "order_portal_id_updated_at_index" ON "order" USING btree ("portal_id","updated_at");--> statement-breakpoint
-- An order has changed with its lines, whoever changes them. Once a transaction is enough: what this one has made or touched
-- already (xmin) is left alone. In one order for everybody: two transactions with the same two orders would wait for each other.
create function touch_orders() returns trigger language plpgsql security definer set search_path = public as $$
begin
  with touched as (
    select o.portal_id, o.id from "order" o
    where (o.portal_id, o.id) in (select c.portal_id, c.order_id from changed c)
      and o.xmin <> pg_current_xact_id()::xid
    order by o.portal_id, o.id for no key update of o)
  update "order" o set updated_at = clock_timestamp() from touched t where o.portal_id = t.portal_id and o.id = t.id;
  return null;
end $$;
--> statement-breakpoint
create trigger order_line_touch_new after insert on order_line referencing new table as changed
  for each statement execute function touch_orders();
--> statement-breakpoint
create trigger order_line_touch after update on order_line referencing new table as changed
  for each statement execute function touch_orders();
--> statement-breakpoint
create trigger order_line_touch_gone after delete on order_line referencing old table as changed
  for each statement execute function touch_orders();
