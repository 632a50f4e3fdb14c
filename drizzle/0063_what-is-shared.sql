CREATE TABLE "split" (
	"id" uuid PRIMARY KEY NOT NULL,
	"portal_id" uuid NOT NULL,
	"product_id" uuid,
	"release_id" uuid,
	"valid_from" date NOT NULL,
	"payer" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "one_subject" CHECK (product_id is null or release_id is null)
);
--> statement-breakpoint
ALTER TABLE "split" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "split_cost" (
	"id" uuid PRIMARY KEY NOT NULL,
	"portal_id" uuid NOT NULL,
	"product_id" uuid,
	"release_id" uuid,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"month" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"description" text NOT NULL,
	"file_name" text,
	"file_key" text,
	"withdrawn_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "some_amount" CHECK (amount_cents > 0),
	CONSTRAINT "one_subject" CHECK (product_id is null or release_id is null)
);
--> statement-breakpoint
ALTER TABLE "split_cost" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "split_party" (
	"split_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"share_bp" integer NOT NULL,
	CONSTRAINT "split_party_split_id_account_id_pk" PRIMARY KEY("split_id","account_id"),
	CONSTRAINT "a_share" CHECK (share_bp between 1 and 10000)
);
--> statement-breakpoint
ALTER TABLE "split_party" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "bill_line" ADD COLUMN "split_id" uuid;--> statement-breakpoint
ALTER TABLE "bill_line" ADD COLUMN "share_bp" integer;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "split_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "share_bp" integer;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "payer_id" uuid;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "split_id" uuid;--> statement-breakpoint
ALTER TABLE "order_line_past" ADD COLUMN "split_id" uuid;--> statement-breakpoint
ALTER TABLE "split" ADD CONSTRAINT "split_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "split_cost" ADD CONSTRAINT "split_cost_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "split_cost" ADD CONSTRAINT "split_cost_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "split_party" ADD CONSTRAINT "split_party_split_id_split_id_fk" FOREIGN KEY ("split_id") REFERENCES "public"."split"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "split_party" ADD CONSTRAINT "split_party_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "split_portal_id_valid_from_index" ON "split" USING btree ("portal_id","valid_from");--> statement-breakpoint
CREATE INDEX "split_cost_portal_id_month_index" ON "split_cost" USING btree ("portal_id","month");--> statement-breakpoint
CREATE INDEX "split_party_account_id_index" ON "split_party" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "ledger_split" ON "ledger_entry" USING btree ("portal_id","month") WHERE split_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_payer" ON "ledger_entry" USING btree ("payer_id") WHERE payer_id is not null;--> statement-breakpoint
CREATE POLICY "tenant" ON "split" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "split" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "split_cost" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "split_cost" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "split_party" AS PERMISSIVE FOR ALL TO "backline_member" USING ("account_id" in (select unnest(string_to_array(nullif(current_setting('app.accounts', true), ''), ',')::uuid[]))) WITH CHECK ("account_id" in (select unnest(string_to_array(nullif(current_setting('app.accounts', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "split_party" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
-- The split of what a product sold on a day: the product's own before its release's before the portal's, the newest of each.
create function split_of(of_portal uuid, of_product uuid, on_day date) returns uuid language sql stable as $$
  select s.id from split s where s.portal_id = of_portal and s.valid_from <= on_day
    and (s.product_id is null and s.release_id is null or s.product_id = of_product
      or s.release_id in (select r.id from release r where r.portal_id = of_portal and r.product_id = of_product))
  order by (s.product_id is not null) desc, (s.release_id is not null) desc, s.valid_from desc, s.id desc limit 1
$$;
--> statement-breakpoint
-- The day on which an order was placed decides for all of its lines, what comes back of it included.
create function split_lines_anew(of_portal uuid, from_day date) returns void language sql as $$
  update order_line l set split_id = x.split_id
    from (select l.order_id, l.kind, l.ordinal, split_of(l.portal_id, l.product_id, (o.placed_at at time zone 'Europe/Madrid')::date) as split_id
      from order_line l join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
      where l.portal_id = of_portal and o.portal_id = of_portal
        and o.placed_at >= (from_day::timestamp at time zone 'Europe/Madrid')) x
    where l.portal_id = of_portal and l.order_id = x.order_id and l.kind = x.kind and l.ordinal = x.ordinal
      and l.split_id is distinct from x.split_id
$$;
--> statement-breakpoint
-- A release that is of another product takes its split along.
create function follow_release() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if exists (select from split s where s.portal_id = old.portal_id and s.release_id = old.id) then
    -- Imports hold the shared side of this lock.
    perform pg_advisory_xact_lock(hashtextextended('sku ' || old.portal_id, 0));
    perform split_lines_anew(old.portal_id, '1995-01-01'::date);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger release_product after update of product_id on release for each row
  when (old.product_id is distinct from new.product_id) execute function follow_release();
--> statement-breakpoint
create trigger release_gone after delete on release for each row execute function follow_release();
--> statement-breakpoint
-- Those whose money is moved together: an account, and all who share with it, by any version.
create function who_share(of_accounts uuid[]) returns table (account_id uuid) language sql stable security definer set search_path = public as $$
  with shared as (
    select p.id from portal p where p.account_id = any(of_accounts) and exists (select from split s where s.portal_id = p.id)
    union select s.portal_id from split_party y join split s on s.id = y.split_id where y.account_id = any(of_accounts)
    union select c.portal_id from split_cost c where c.account_id = any(of_accounts))
  select x.account_id from (
    select unnest(of_accounts) as account_id
    union select p.account_id from portal p where p.id in (select id from shared)
    union select y.account_id from split_party y join split s on s.id = y.split_id where s.portal_id in (select id from shared)
    union select c.account_id from split_cost c where c.portal_id in (select id from shared)) x
  order by 1
$$;
--> statement-breakpoint
create or replace function keep_billed_lines() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into order_line_past (portal_id, order_id, kind, ordinal, at, owed_at, sku_id, units, gross_micros, net_micros,
      income_micros, commission_pct, split_id, told_at, gone_at)
    select c.portal_id, c.order_id, c.kind, c.ordinal, c.at, c.owed_at, c.sku_id, c.units, c.gross_micros, c.net_micros,
      c.income_micros, c.commission_pct, c.split_id, c.told_at, clock_timestamp()
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
          income_micros, commission_pct, split_id, told_at, gone_at)
        values (old.portal_id, old.order_id, old.kind, old.ordinal, old.at, old.owed_at, old.sku_id, old.units,
          old.gross_micros, old.net_micros, old.income_micros, old.commission_pct, old.split_id, old.told_at, clock_timestamp())
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
  when ((old.at, old.owed_at, old.sku_id, old.units, old.gross_micros, old.net_micros, old.income_micros, old.commission_pct, old.split_id)
    is distinct from (new.at, new.owed_at, new.sku_id, new.units, new.gross_micros, new.net_micros, new.income_micros, new.commission_pct, new.split_id))
  execute function keep_billed_line();
