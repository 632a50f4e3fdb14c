CREATE TABLE "former_click" (
	"id" uuid PRIMARY KEY NOT NULL,
	"portal_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "former_click" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "former_click" ADD CONSTRAINT "former_click_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_click_portal_id_index" ON "former_click" USING btree ("portal_id");--> statement-breakpoint
CREATE POLICY "tenant" ON "former_click" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "former_click" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);
--> statement-breakpoint
create function note_former_click() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into former_click (id, portal_id) values (old.id, old.portal_id) on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger former_click after delete on "link" for each row execute function note_former_click();
--> statement-breakpoint
create trigger former_click after delete on "featured" for each row execute function note_former_click();
--> statement-breakpoint
create trigger former_click after delete on "event" for each row execute function note_former_click();
--> statement-breakpoint
create trigger former_click after delete on "release" for each row execute function note_former_click();
--> statement-breakpoint
create trigger former_click after delete on "purchase_address" for each row execute function note_former_click();
--> statement-breakpoint
insert into former_click (id, portal_id)
  select (k.was->>'id')::uuid, k.portal_id from kept_row k join portal p on p.id = k.portal_id
  where k.in_table in ('link', 'featured', 'event', 'release', 'purchase_address') and k.became is null
  on conflict do nothing;
