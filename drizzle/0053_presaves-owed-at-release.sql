ALTER TABLE "accrual_due" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "accrual_due_due_at_index" ON "accrual_due" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "order_line_owed_later" ON "order_line" USING btree ("portal_id","at","owed_at","income_micros") WHERE owed_at is not null;--> statement-breakpoint
-- What counts later waits in the queue until then, once for all lines of a moment.
create or replace function note_accrual_due() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- Sorted for nobody: the queue has no keys that could be waited for.
  insert into accrual_due (portal_id, month, due_at)
    select distinct c.portal_id, date_trunc('month', coalesce(c.owed_at, c.at) at time zone 'Europe/Madrid')::date, c.owed_at
    from changed c where isfinite(coalesce(c.owed_at, c.at)) and not (c.owed_at is not null and c.owed_at > now()
      and exists (select from accrual_due d where d.portal_id = c.portal_id and d.due_at = c.owed_at
        and d.month = date_trunc('month', c.owed_at at time zone 'Europe/Madrid')::date));
  return null;
end $$;
--> statement-breakpoint
-- What is held back until a release follows it; what was owed already stays where it is.
create function move_held_sales() returns trigger language plpgsql security definer set search_path = public as $$
declare
  release timestamptz := new.release_on::timestamp at time zone 'Europe/Madrid';
begin
  -- Imports hold the shared side of this lock: their lines are there when this goes on, or see the new release.
  perform pg_advisory_xact_lock(hashtextextended('sku ' || new.portal_id, 0));
  update order_line l set owed_at = case when new.format = 'presave' and release > now() then release else now() end
    where l.portal_id = new.portal_id and l.product_id = new.id and l.owed_at > now() and isfinite(l.owed_at);
  return null;
end $$;
--> statement-breakpoint
create trigger product_release after update of format, release_on on product for each row
  when ((old.format, old.release_on) is distinct from (new.format, new.release_on))
  execute function move_held_sales();
