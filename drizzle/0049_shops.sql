CREATE TABLE "shop_access" (
	"portal_id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"state" text DEFAULT 'connected' NOT NULL,
	"scopes" jsonb NOT NULL,
	"sealed" "bytea" NOT NULL,
	"expires_at" timestamp with time zone,
	"reconciled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "shop_access_portal_id_connector_id_pk" PRIMARY KEY("portal_id","connector_id")
);
--> statement-breakpoint
ALTER TABLE "shop_access" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shop_item" (
	"portal_id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"foreign_id" text NOT NULL,
	"target_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid,
	"inventory_id" text,
	"sku" text,
	"vendor" text,
	"tags" jsonb,
	"collections" jsonb,
	"pictures" jsonb,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "shop_item_portal_id_connector_id_foreign_id_pk" PRIMARY KEY("portal_id","connector_id","foreign_id")
);
--> statement-breakpoint
ALTER TABLE "shop_item" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shop_rule" (
	"portal_id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"target_id" uuid NOT NULL,
	CONSTRAINT "shop_rule_portal_id_connector_id_position_pk" PRIMARY KEY("portal_id","connector_id","position")
);
--> statement-breakpoint
ALTER TABLE "shop_rule" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shop_run" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"step" text DEFAULT 'products' NOT NULL,
	"cursor" text,
	"since" timestamp with time zone,
	"totals" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"found" integer DEFAULT 0 NOT NULL,
	"fault" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	"next_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"started_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "shop_run_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "shop_run" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shop_wish" (
	"portal_id" uuid NOT NULL,
	"state_hash" text NOT NULL,
	"person_id" uuid NOT NULL,
	"session_hash" text NOT NULL,
	"domain" text NOT NULL,
	"name" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shop_wish_portal_id_state_hash_pk" PRIMARY KEY("portal_id","state_hash")
);
--> statement-breakpoint
ALTER TABLE "shop_wish" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "connector" ADD COLUMN "source" text;--> statement-breakpoint
UPDATE "connector" SET "source" = "kind";--> statement-breakpoint
ALTER TABLE "connector" ALTER COLUMN "source" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "connector" ADD COLUMN "label" text;--> statement-breakpoint
ALTER TABLE "shop_access" ADD CONSTRAINT "shop_access_portal_id_connector_id_connector_portal_id_id_fk" FOREIGN KEY ("portal_id","connector_id") REFERENCES "public"."connector"("portal_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_item" ADD CONSTRAINT "shop_item_portal_id_connector_id_connector_portal_id_id_fk" FOREIGN KEY ("portal_id","connector_id") REFERENCES "public"."connector"("portal_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_rule" ADD CONSTRAINT "shop_rule_target_id_portal_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_rule" ADD CONSTRAINT "shop_rule_portal_id_connector_id_connector_portal_id_id_fk" FOREIGN KEY ("portal_id","connector_id") REFERENCES "public"."connector"("portal_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_run" ADD CONSTRAINT "shop_run_portal_id_connector_id_connector_portal_id_id_fk" FOREIGN KEY ("portal_id","connector_id") REFERENCES "public"."connector"("portal_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shop_access_domain" ON "shop_access" USING btree ("domain");--> statement-breakpoint
CREATE INDEX "shop_item_portal_id_connector_id_sku_index" ON "shop_item" USING btree ("portal_id","connector_id","sku");--> statement-breakpoint
CREATE INDEX "shop_run_portal_id_connector_id_started_at_index" ON "shop_run" USING btree ("portal_id","connector_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "shop_run_running" ON "shop_run" USING btree ("connector_id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "shop_wish_expires_at_index" ON "shop_wish" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "connector_source" ON "connector" USING btree ("portal_id","source") WHERE removed_at is null;--> statement-breakpoint
CREATE POLICY "tenant" ON "shop_access" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "shop_access" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "shop_item" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "shop_item" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "shop_rule" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "shop_rule" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "shop_run" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "shop_run" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "shop_wish" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "shop_wish" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);