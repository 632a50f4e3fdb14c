CREATE TABLE "kept_row" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "kept_row_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" uuid NOT NULL,
	"action" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"portal_id" uuid,
	"in_table" text NOT NULL,
	"was" jsonb NOT NULL,
	"became" jsonb,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "kept_row" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "kept_row_request_id_index" ON "kept_row" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "kept_row_at_index" ON "kept_row" USING btree ("at");--> statement-breakpoint
CREATE POLICY "service" ON "kept_row" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
create function keep_row() returns trigger language plpgsql security definer set search_path = public as $$
declare
  change jsonb := current_setting('app.undo')::jsonb;
  was jsonb := to_jsonb(old);
begin
  insert into kept_row (request_id, action, actor_id, portal_id, in_table, was, became)
    values ((change->>'request')::uuid, change->>'action', (change->>'actor')::uuid, (was->>'portal_id')::uuid, tg_table_name,
      was, case when tg_op = 'UPDATE' then to_jsonb(new) end);
  return null;
end $$;
--> statement-breakpoint
create trigger kept after update or delete on blank for each row
  when (nullif(current_setting('app.undo', true), '') is not null) execute function keep_row();
--> statement-breakpoint
create trigger kept after update or delete on blank_variant for each row
  when (nullif(current_setting('app.undo', true), '') is not null) execute function keep_row();
--> statement-breakpoint
create trigger kept after update or delete on event for each row
  when (nullif(current_setting('app.undo', true), '') is not null) execute function keep_row();
--> statement-breakpoint
create trigger kept after update or delete on link for each row
  when (nullif(current_setting('app.undo', true), '') is not null) execute function keep_row();
--> statement-breakpoint
create trigger kept after update or delete on featured for each row
  when (nullif(current_setting('app.undo', true), '') is not null) execute function keep_row();
--> statement-breakpoint
create trigger kept after update or delete on product for each row
  when (nullif(current_setting('app.undo', true), '') is not null) execute function keep_row();
--> statement-breakpoint
create trigger kept after update or delete on variant for each row
  when (nullif(current_setting('app.undo', true), '') is not null) execute function keep_row();
--> statement-breakpoint
create trigger kept after update or delete on purchase_address for each row
  when (nullif(current_setting('app.undo', true), '') is not null) execute function keep_row();
--> statement-breakpoint
create trigger kept after update or delete on post for each row
  when (nullif(current_setting('app.undo', true), '') is not null) execute function keep_row();
--> statement-breakpoint
create trigger kept after update or delete on saved_view for each row
  when (nullif(current_setting('app.undo', true), '') is not null) execute function keep_row();
--> statement-breakpoint
create trigger kept after update or delete on app_update for each row
  when (nullif(current_setting('app.undo', true), '') is not null) execute function keep_row();
--> statement-breakpoint
create trigger kept after update or delete on redirect for each row
  when (nullif(current_setting('app.undo', true), '') is not null) execute function keep_row();
--> statement-breakpoint
create trigger kept after update or delete on order_format for each row
  when (nullif(current_setting('app.undo', true), '') is not null) execute function keep_row();
