CREATE TABLE "order_total" (
	"portal_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"net_cents" bigint NOT NULL,
	CONSTRAINT "order_total_portal_id_order_id_pk" PRIMARY KEY("portal_id","order_id")
);
--> statement-breakpoint
ALTER TABLE "order_total" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "order_total_net_cents_order_id_index" ON "order_total" USING btree ("net_cents","order_id");--> statement-breakpoint
CREATE INDEX "order_total_portal_id_net_cents_order_id_index" ON "order_total" USING btree ("portal_id","net_cents","order_id");--> statement-breakpoint
CREATE POLICY "tenant" ON "order_total" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "order_total" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
insert into order_total (portal_id, order_id, net_cents)
select o.portal_id, o.id, coalesce((select sum(round(l.net_micros / 10000.0)) from order_line l
  where l.portal_id = o.portal_id and l.order_id = o.id), 0)
from "order" o;
--> statement-breakpoint
-- By how much each statement changes what orders come to. In one order for everybody: two transactions with the same two orders
-- would wait for each other.
create function total_orders() returns trigger language plpgsql security definer set search_path = public as $$
declare sign integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into order_total as t (portal_id, order_id, net_cents)
  select c.portal_id, c.order_id, sum(sign * round(c.net_micros / 10000.0)) from changed c
  group by c.portal_id, c.order_id order by c.portal_id, c.order_id
  on conflict (portal_id, order_id) do update set net_cents = t.net_cents + excluded.net_cents
    where excluded.net_cents <> 0;
  return null;
end $$;
--> statement-breakpoint
create function total_orders_again() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update order_total t set net_cents = t.net_cents + d.cents from (
    select x.portal_id, x.order_id, sum(x.cents) as cents from (
      select portal_id, order_id, round(net_micros / 10000.0) as cents from changed
      union all select portal_id, order_id, -round(net_micros / 10000.0) from stood) x
    group by x.portal_id, x.order_id having sum(x.cents) <> 0 order by x.portal_id, x.order_id) d
  where t.portal_id = d.portal_id and t.order_id = d.order_id;
  return null;
end $$;
--> statement-breakpoint
create function total_no_more() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from order_total t using gone g where t.portal_id = g.portal_id and t.order_id = g.id;
  return null;
end $$;
--> statement-breakpoint
create trigger order_line_total_new after insert on order_line referencing new table as changed
  for each statement execute function total_orders();
--> statement-breakpoint
create trigger order_line_total after update on order_line referencing old table as stood new table as changed
  for each statement execute function total_orders_again();
--> statement-breakpoint
create trigger order_line_total_gone after delete on order_line referencing old table as changed
  for each statement execute function total_orders();
--> statement-breakpoint
create trigger order_total_gone after delete on "order" referencing old table as gone
  for each statement execute function total_no_more();
