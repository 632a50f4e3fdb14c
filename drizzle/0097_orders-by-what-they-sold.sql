-- Until all of this stands nobody changes a line of an order: what was written meanwhile would be missed.
LOCK TABLE order_line IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "order_fact" (
	"portal_id" uuid NOT NULL,
	"t" timestamp with time zone NOT NULL,
	"place_id" bigint NOT NULL,
	"categories" smallint NOT NULL,
	"orders" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_fact" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "order_total" ADD COLUMN "categories" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "order_fact_portal" ON "order_fact" USING btree ("portal_id","t","place_id","categories","orders");--> statement-breakpoint
CREATE INDEX "order_fact_t_index" ON "order_fact" USING btree ("t");--> statement-breakpoint
CREATE POLICY "tenant" ON "order_fact" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "order_fact" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);
--> statement-breakpoint
-- The bit of a category, as `order-facts.ts` asks for it.
CREATE FUNCTION category_bit(category text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select (case category when 'album' then 1 when 'apparel' then 2 when 'accessory' then 4 when 'culture' then 8 when 'digital' then 16
    else 32 end)::smallint $$;
--> statement-breakpoint
-- By how much each statement changes what orders come to, and as what they sold they count. Who changes an order's lines has its
-- total alone, in one order for everybody: two transactions with the same two orders would wait for each other. Kept by the
-- database itself, so that no way in which lines come, go or turn into something else can forget it.
CREATE OR REPLACE FUNCTION total_orders() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  perform from order_total t where (t.portal_id, t.order_id) in (select c.portal_id, c.order_id from changed c)
    order by t.portal_id, t.order_id for update;
  if tg_op = 'INSERT' then
    with told as (
      select c.portal_id, c.order_id, sum(round(c.net_micros / 10000.0)) as cents,
        coalesce(bit_or(category_bit(c.category)) filter (where c.kind = 'sale'), 0)::smallint as categories
      from changed c group by c.portal_id, c.order_id),
    stands as (
      select d.portal_id, d.order_id, t.categories as before, coalesce(t.categories, 0::smallint) | d.categories as after
      from told d left join order_total t on t.portal_id = d.portal_id and t.order_id = d.order_id),
    put as (
      insert into order_total as t (portal_id, order_id, net_cents, categories)
      select portal_id, order_id, cents, categories from told order by portal_id, order_id
      on conflict (portal_id, order_id) do update set net_cents = t.net_cents + excluded.net_cents,
        categories = t.categories | excluded.categories
        where excluded.net_cents <> 0 or t.categories | excluded.categories <> t.categories),
    counted as (
      select c.portal_id, c.order_id, c.at, c.orders, s.after as categories
      from changed c join stands s on s.portal_id = c.portal_id and s.order_id = c.order_id where c.orders <> 0
      union all
      -- What it counted as before, it counts as something else from now on.
      select l.portal_id, l.order_id, l.at, v.sign * l.orders, v.categories
      from stands s join order_line l on l.portal_id = s.portal_id and l.order_id = s.order_id
      cross join lateral (values (-1, s.before), (1, s.after)) v (sign, categories)
      where s.before <> s.after and l.orders <> 0 and not exists (select from changed c where c.portal_id = l.portal_id
        and c.order_id = l.order_id and c.kind = l.kind and c.ordinal = l.ordinal))
    insert into order_fact (portal_id, t, place_id, categories, orders)
    select x.portal_id, date_trunc('hour', x.at, 'UTC'), hashtextextended(format('%L %L %L', o.country, o.province, o.city), 0),
      x.categories, sum(x.orders)
    from counted x join "order" o on o.portal_id = x.portal_id and o.id = x.order_id
    where x.categories <> 0 group by 1, 2, 3, 4 having sum(x.orders) <> 0 order by 2;
  else
    with told as (
      select c.portal_id, c.order_id, sum(round(c.net_micros / 10000.0)) as cents from changed c group by c.portal_id, c.order_id),
    stands as (
      select d.portal_id, d.order_id, d.cents, t.categories as before, coalesce((select bit_or(category_bit(l.category))
        from order_line l where l.portal_id = d.portal_id and l.order_id = d.order_id and l.kind = 'sale'), 0)::smallint as after
      from told d join order_total t on t.portal_id = d.portal_id and t.order_id = d.order_id),
    put as (
      update order_total t set net_cents = t.net_cents - s.cents, categories = s.after from stands s
      where t.portal_id = s.portal_id and t.order_id = s.order_id and (s.cents <> 0 or s.before <> s.after)),
    counted as (
      select c.portal_id, c.order_id, c.at, -c.orders as orders, s.before as categories
      from changed c join stands s on s.portal_id = c.portal_id and s.order_id = c.order_id where c.orders <> 0
      union all
      select l.portal_id, l.order_id, l.at, v.sign * l.orders, v.categories
      from stands s join order_line l on l.portal_id = s.portal_id and l.order_id = s.order_id
      cross join lateral (values (-1, s.before), (1, s.after)) v (sign, categories)
      where s.before <> s.after and l.orders <> 0)
    insert into order_fact (portal_id, t, place_id, categories, orders)
    select x.portal_id, date_trunc('hour', x.at, 'UTC'), hashtextextended(format('%L %L %L', o.country, o.province, o.city), 0),
      x.categories, sum(x.orders)
    from counted x join "order" o on o.portal_id = x.portal_id and o.id = x.order_id
    where x.categories <> 0 group by 1, 2, 3, 4 having sum(x.orders) <> 0 order by 2;
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION total_orders_again() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  update order_total t set net_cents = t.net_cents + d.cents from (
    select x.portal_id, x.order_id, sum(x.cents) as cents from (
      select portal_id, order_id, round(net_micros / 10000.0) as cents from changed
      union all select portal_id, order_id, -round(net_micros / 10000.0) from stood) x
    group by x.portal_id, x.order_id having sum(x.cents) <> 0 order by x.portal_id, x.order_id) d
  where t.portal_id = d.portal_id and t.order_id = d.order_id;
  -- Most changes are of what a line is owed, and of nothing that counts an order.
  if not exists (select from changed c join stood s on s.portal_id = c.portal_id and s.order_id = c.order_id and s.kind = c.kind
    and s.ordinal = c.ordinal where (c.category, c.at, c.orders) is distinct from (s.category, s.at, s.orders)) then
    return null;
  end if;
  perform from order_total t where (t.portal_id, t.order_id) in (select c.portal_id, c.order_id from changed c)
    order by t.portal_id, t.order_id for update;
  with told as (select distinct c.portal_id, c.order_id from changed c),
  stands as (
    select d.portal_id, d.order_id, t.categories as before, coalesce((select bit_or(category_bit(l.category))
      from order_line l where l.portal_id = d.portal_id and l.order_id = d.order_id and l.kind = 'sale'), 0)::smallint as after
    from told d join order_total t on t.portal_id = d.portal_id and t.order_id = d.order_id),
  put as (
    update order_total t set categories = s.after from stands s
    where t.portal_id = s.portal_id and t.order_id = s.order_id and s.before <> s.after),
  counted as (
    select c.portal_id, c.order_id, c.at, -c.orders as orders, s.before as categories
    from stood c join stands s on s.portal_id = c.portal_id and s.order_id = c.order_id where c.orders <> 0
    union all
    select c.portal_id, c.order_id, c.at, c.orders, s.after
    from changed c join stands s on s.portal_id = c.portal_id and s.order_id = c.order_id where c.orders <> 0
    union all
    select l.portal_id, l.order_id, l.at, v.sign * l.orders, v.categories
    from stands s join order_line l on l.portal_id = s.portal_id and l.order_id = s.order_id
    cross join lateral (values (-1, s.before), (1, s.after)) v (sign, categories)
    where s.before <> s.after and l.orders <> 0 and not exists (select from changed c where c.portal_id = l.portal_id
      and c.order_id = l.order_id and c.kind = l.kind and c.ordinal = l.ordinal))
  insert into order_fact (portal_id, t, place_id, categories, orders)
  select x.portal_id, date_trunc('hour', x.at, 'UTC'), hashtextextended(format('%L %L %L', o.country, o.province, o.city), 0),
    x.categories, sum(x.orders)
  from counted x join "order" o on o.portal_id = x.portal_id and o.id = x.order_id
  where x.categories <> 0 group by 1, 2, 3, 4 having sum(x.orders) <> 0 order by 2;
  return null;
end $$;
--> statement-breakpoint
-- An order that turns out to be of somewhere else counts there.
CREATE FUNCTION order_is_elsewhere() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  insert into order_fact (portal_id, t, place_id, categories, orders)
  select l.portal_id, date_trunc('hour', l.at, 'UTC'), hashtextextended(format('%L %L %L', v.country, v.province, v.city), 0),
    t.categories, sum(v.sign * l.orders)
  from order_total t join order_line l on l.portal_id = t.portal_id and l.order_id = t.order_id
  cross join lateral (values (-1, old.country, old.province, old.city), (1, new.country, new.province, new.city)) v (sign, country, province, city)
  where t.portal_id = new.portal_id and t.order_id = new.id and t.categories <> 0 and l.orders <> 0
  group by 1, 2, 3, 4 having sum(v.sign * l.orders) <> 0;
  if found then
    insert into fact_place (id, country, province, city)
    values (hashtextextended(format('%L %L %L', new.country, new.province, new.city), 0), new.country, new.province, new.city)
    on conflict do nothing;
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER order_is_elsewhere AFTER UPDATE OF country, province, city ON "order" FOR EACH ROW
  WHEN ((old.country, old.province, old.city) IS DISTINCT FROM (new.country, new.province, new.city))
  EXECUTE FUNCTION order_is_elsewhere();
--> statement-breakpoint
-- Written anew, not updated: each row would stand twice, and no longer beside its neighbours.
CREATE TEMPORARY TABLE known_total ON COMMIT DROP AS
select t.portal_id, t.order_id, t.net_cents, coalesce(s.categories, 0) as categories from order_total t
left join (select l.portal_id, l.order_id, bit_or(category_bit(l.category)) as categories from order_line l where l.kind = 'sale' group by 1, 2) s
  on s.portal_id = t.portal_id and s.order_id = t.order_id;
--> statement-breakpoint
TRUNCATE order_total;
--> statement-breakpoint
INSERT INTO order_total (portal_id, order_id, net_cents, categories)
select portal_id, order_id, net_cents, categories from known_total order by order_id;
--> statement-breakpoint
INSERT INTO order_fact (portal_id, t, place_id, categories, orders)
select l.portal_id, date_trunc('hour', l.at, 'UTC'), hashtextextended(format('%L %L %L', o.country, o.province, o.city), 0),
  t.categories, sum(l.orders)
from order_line l join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
join order_total t on t.portal_id = l.portal_id and t.order_id = l.order_id
where l.orders <> 0 and t.categories <> 0 group by 1, 2, 3, 4 order by 2;

--> statement-breakpoint
ANALYZE order_total, order_fact;
