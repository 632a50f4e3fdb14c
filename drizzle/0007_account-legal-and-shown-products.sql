CREATE TABLE "legal_text" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"notice" jsonb NOT NULL,
	"privacy" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "legal_text" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shown_products" (
	"portal_id" uuid PRIMARY KEY NOT NULL,
	"product_ids" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shown_products" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "presave" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "legal_text" ADD CONSTRAINT "legal_text_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shown_products" ADD CONSTRAINT "shown_products_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_at_index" ON "activity" USING btree ("at");--> statement-breakpoint
CREATE INDEX "activity_actor_id_at_index" ON "activity" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "activity_on_behalf_of_at_index" ON "activity" USING btree ("on_behalf_of","at");--> statement-breakpoint
CREATE INDEX "presave_waiting" ON "presave" USING btree ("release_id") WHERE told_at is null;--> statement-breakpoint
CREATE POLICY "tenant" ON "legal_text" AS PERMISSIVE FOR ALL TO "backline_member" USING ("account_id" = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[])) WITH CHECK ("account_id" = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "legal_text" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "shown_products" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "shown_products" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);