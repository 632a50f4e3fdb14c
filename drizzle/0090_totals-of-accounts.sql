CREATE TABLE "account_sales_total" (
	"account_id" uuid NOT NULL,
	"grain" text NOT NULL,
	"t" timestamp with time zone NOT NULL,
	"orders" bigint DEFAULT 0 NOT NULL,
	"units" bigint DEFAULT 0 NOT NULL,
	"albums" bigint DEFAULT 0 NOT NULL,
	"gross_micros" bigint DEFAULT 0 NOT NULL,
	"discounts_micros" bigint DEFAULT 0 NOT NULL,
	"refunds_micros" bigint DEFAULT 0 NOT NULL,
	"net_micros" bigint DEFAULT 0 NOT NULL,
	"income_micros" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "account_sales_total_account_id_grain_t_pk" PRIMARY KEY("account_id","grain","t")
);
--> statement-breakpoint
ALTER TABLE "account_sales_total" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "account_visits_total" (
	"account_id" uuid NOT NULL,
	"grain" text NOT NULL,
	"t" timestamp with time zone NOT NULL,
	"visits" bigint DEFAULT 0 NOT NULL,
	"visitors" bigint DEFAULT 0 NOT NULL,
	"views" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "account_visits_total_account_id_grain_t_pk" PRIMARY KEY("account_id","grain","t")
);
--> statement-breakpoint
ALTER TABLE "account_visits_total" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "read" ON "account_sales_total" AS PERMISSIVE FOR SELECT TO "backline_member" USING (account_id in (select p.account_id from portal p
      where p.account_id in (select unnest(string_to_array(nullif(current_setting('app.accounts', true), ''), ',')::uuid[])) and p.master and p.deleted_at is null));--> statement-breakpoint
CREATE POLICY "service" ON "account_sales_total" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "read" ON "account_visits_total" AS PERMISSIVE FOR SELECT TO "backline_member" USING (account_id in (select p.account_id from portal p
      where p.account_id in (select unnest(string_to_array(nullif(current_setting('app.accounts', true), ''), ',')::uuid[])) and p.master and p.deleted_at is null));--> statement-breakpoint
CREATE POLICY "service" ON "account_visits_total" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);
--> statement-breakpoint
-- Kept by the database itself: a program of an earlier version that still runs adds to the totals of portals alone.
-- Who adds facts shares a lock with all that do, and who deletes a portal has it alone: what is added meanwhile either counts
-- or is taken off. So many locks stand for all accounts: a batch of everybody's visits takes no more than these.
CREATE FUNCTION account_lock(account_id uuid) RETURNS int LANGUAGE sql AS $$ select hashtext(account_id::text) & 63 $$;
--> statement-breakpoint
CREATE FUNCTION keep_account_sales() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  perform pg_advisory_xact_lock_shared(720804, l.key) from (
    select distinct account_lock(p.account_id) as key from came n join portal p on p.id = n.scope_id order by 1) l;
  -- Only now: a portal that was deleted while this waited does not count.
  if tg_op = 'INSERT' then
    insert into account_sales_total as a (account_id, grain, t, orders, units, albums, gross_micros, discounts_micros, refunds_micros, net_micros, income_micros)
      select p.account_id, n.grain, n.t, sum(n.orders)::bigint, sum(n.units)::bigint, sum(n.albums)::bigint, sum(n.gross_micros)::bigint, sum(n.discounts_micros)::bigint, sum(n.refunds_micros)::bigint, sum(n.net_micros)::bigint, sum(n.income_micros)::bigint
      from came n join portal p on p.id = n.scope_id and p.deleted_at is null
      group by 1, 2, 3 order by 2, 3, 1
      on conflict (account_id, grain, t) do update set orders = a.orders + excluded.orders, units = a.units + excluded.units, albums = a.albums + excluded.albums, gross_micros = a.gross_micros + excluded.gross_micros, discounts_micros = a.discounts_micros + excluded.discounts_micros, refunds_micros = a.refunds_micros + excluded.refunds_micros, net_micros = a.net_micros + excluded.net_micros, income_micros = a.income_micros + excluded.income_micros;
  else
    insert into account_sales_total as a (account_id, grain, t, orders, units, albums, gross_micros, discounts_micros, refunds_micros, net_micros, income_micros)
      select p.account_id, n.grain, n.t, sum(n.orders)::bigint, sum(n.units)::bigint, sum(n.albums)::bigint, sum(n.gross_micros)::bigint, sum(n.discounts_micros)::bigint, sum(n.refunds_micros)::bigint, sum(n.net_micros)::bigint, sum(n.income_micros)::bigint
      from (select scope_id, grain, t, orders, units, albums, gross_micros, discounts_micros, refunds_micros, net_micros, income_micros from came union all select scope_id, grain, t, -orders, -units, -albums, -gross_micros, -discounts_micros, -refunds_micros, -net_micros, -income_micros from gone) n join portal p on p.id = n.scope_id and p.deleted_at is null
      group by 1, 2, 3 order by 2, 3, 1
      on conflict (account_id, grain, t) do update set orders = a.orders + excluded.orders, units = a.units + excluded.units, albums = a.albums + excluded.albums, gross_micros = a.gross_micros + excluded.gross_micros, discounts_micros = a.discounts_micros + excluded.discounts_micros, refunds_micros = a.refunds_micros + excluded.refunds_micros, net_micros = a.net_micros + excluded.net_micros, income_micros = a.income_micros + excluded.income_micros;
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER keep_account_added AFTER INSERT ON sales_total REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION keep_account_sales();
--> statement-breakpoint
CREATE TRIGGER keep_account_changed AFTER UPDATE ON sales_total REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION keep_account_sales();
--> statement-breakpoint
CREATE FUNCTION keep_account_visits() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  perform pg_advisory_xact_lock_shared(720804, l.key) from (
    select distinct account_lock(p.account_id) as key from came n join portal p on p.id = n.scope_id order by 1) l;
  -- Only now: a portal that was deleted while this waited does not count.
  if tg_op = 'INSERT' then
    insert into account_visits_total as a (account_id, grain, t, visits, visitors, views, clicks)
      select p.account_id, n.grain, n.t, sum(n.visits)::bigint, sum(n.visitors)::bigint, sum(n.views)::bigint, sum(n.clicks)::bigint
      from came n join portal p on p.id = n.scope_id and p.deleted_at is null
      group by 1, 2, 3 order by 2, 3, 1
      on conflict (account_id, grain, t) do update set visits = a.visits + excluded.visits, visitors = a.visitors + excluded.visitors, views = a.views + excluded.views, clicks = a.clicks + excluded.clicks;
  else
    insert into account_visits_total as a (account_id, grain, t, visits, visitors, views, clicks)
      select p.account_id, n.grain, n.t, sum(n.visits)::bigint, sum(n.visitors)::bigint, sum(n.views)::bigint, sum(n.clicks)::bigint
      from (select scope_id, grain, t, visits, visitors, views, clicks from came union all select scope_id, grain, t, -visits, -visitors, -views, -clicks from gone) n join portal p on p.id = n.scope_id and p.deleted_at is null
      group by 1, 2, 3 order by 2, 3, 1
      on conflict (account_id, grain, t) do update set visits = a.visits + excluded.visits, visitors = a.visitors + excluded.visitors, views = a.views + excluded.views, clicks = a.clicks + excluded.clicks;
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER keep_account_added AFTER INSERT ON visits_total REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION keep_account_visits();
--> statement-breakpoint
CREATE TRIGGER keep_account_changed AFTER UPDATE ON visits_total REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION keep_account_visits();
--> statement-breakpoint
CREATE FUNCTION portal_leaves_account() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
declare
  -- Taken off as it goes, added where it comes back.
  sign int := case when new.deleted_at is null then 1 else -1 end;
begin
  perform pg_advisory_xact_lock(720804, account_lock(new.account_id));
  insert into account_sales_total as a (account_id, grain, t, orders, units, albums, gross_micros, discounts_micros, refunds_micros, net_micros, income_micros)
    select new.account_id, s.grain, s.t, sign * s.orders, sign * s.units, sign * s.albums, sign * s.gross_micros, sign * s.discounts_micros, sign * s.refunds_micros, sign * s.net_micros, sign * s.income_micros from sales_total s where s.scope_id = new.id order by 2, 3
    on conflict (account_id, grain, t) do update set orders = a.orders + excluded.orders, units = a.units + excluded.units, albums = a.albums + excluded.albums, gross_micros = a.gross_micros + excluded.gross_micros, discounts_micros = a.discounts_micros + excluded.discounts_micros, refunds_micros = a.refunds_micros + excluded.refunds_micros, net_micros = a.net_micros + excluded.net_micros, income_micros = a.income_micros + excluded.income_micros;
  insert into account_visits_total as a (account_id, grain, t, visits, visitors, views, clicks)
    select new.account_id, s.grain, s.t, sign * s.visits, sign * s.visitors, sign * s.views, sign * s.clicks from visits_total s where s.scope_id = new.id order by 2, 3
    on conflict (account_id, grain, t) do update set visits = a.visits + excluded.visits, visitors = a.visitors + excluded.visitors, views = a.views + excluded.views, clicks = a.clicks + excluded.clicks;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER portal_leaves_account AFTER UPDATE OF deleted_at ON portal FOR EACH ROW
  WHEN ((old.deleted_at is null) <> (new.deleted_at is null)) EXECUTE FUNCTION portal_leaves_account();
--> statement-breakpoint
INSERT INTO account_sales_total (account_id, grain, t, orders, units, albums, gross_micros, discounts_micros, refunds_micros, net_micros, income_micros)
  select p.account_id, s.grain, s.t, sum(s.orders)::bigint, sum(s.units)::bigint, sum(s.albums)::bigint, sum(s.gross_micros)::bigint, sum(s.discounts_micros)::bigint, sum(s.refunds_micros)::bigint, sum(s.net_micros)::bigint, sum(s.income_micros)::bigint
  from sales_total s join portal p on p.id = s.scope_id and p.deleted_at is null group by 1, 2, 3;
--> statement-breakpoint
INSERT INTO account_visits_total (account_id, grain, t, visits, visitors, views, clicks)
  select p.account_id, s.grain, s.t, sum(s.visits)::bigint, sum(s.visitors)::bigint, sum(s.views)::bigint, sum(s.clicks)::bigint
  from visits_total s join portal p on p.id = s.scope_id and p.deleted_at is null group by 1, 2, 3;
