CREATE TABLE "app_update" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"published_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "app_update" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "app_update_seen" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "app_update_seen" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "redirect" (
	"id" uuid PRIMARY KEY NOT NULL,
	"path" text NOT NULL,
	"to" text NOT NULL,
	"reason" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "redirect_path_unique" UNIQUE("path")
);
--> statement-breakpoint
ALTER TABLE "redirect" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "blank" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"supplier" text NOT NULL,
	"reference" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "blank" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "blank_variant" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blank_id" uuid NOT NULL,
	"size" text DEFAULT '' NOT NULL,
	"colour" text DEFAULT '' NOT NULL,
	"cost_cents" bigint DEFAULT 0 NOT NULL,
	"supply" text DEFAULT 'inStock' NOT NULL,
	"alternative_id" uuid,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "blank_variant" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "post" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" jsonb NOT NULL,
	"description" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"picture_url" text,
	"kind" text NOT NULL,
	"audience" jsonb NOT NULL,
	"channels" jsonb NOT NULL,
	"must_acknowledge" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"publish_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"recipients" integer,
	"sent_to" uuid,
	"completed_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"deleted_from" text,
	"author_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "post" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "connector" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"currency_rates" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "connector_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "connector" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "connector_secret" (
	"connector_id" uuid PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "connector_secret" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "production" (
	"portal_id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"shipment_id" text NOT NULL,
	"line" text NOT NULL,
	"reference" text NOT NULL,
	"sku" text NOT NULL,
	"units" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "production_portal_id_connector_id_shipment_id_line_pk" PRIMARY KEY("portal_id","connector_id","shipment_id","line")
);
--> statement-breakpoint
ALTER TABLE "production" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"topic" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"error" jsonb,
	"tries" integer DEFAULT 0 NOT NULL,
	"reference" text,
	"received_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"repeated_at" timestamp with time zone,
	"processed_at" timestamp with time zone,
	CONSTRAINT "webhook_delivery_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_delivery" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"post_id" uuid,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"words" jsonb,
	"must_acknowledge" boolean DEFAULT false NOT NULL,
	"in_app" boolean DEFAULT true NOT NULL,
	"read_at" timestamp with time zone,
	"acknowledged_at" timestamp with time zone,
	"mailing" text DEFAULT 'none' NOT NULL,
	"mail_id" uuid,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notification_preference" (
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"frequency" text NOT NULL,
	CONSTRAINT "notification_preference_person_id_kind_pk" PRIMARY KEY("person_id","kind")
);
--> statement-breakpoint
ALTER TABLE "notification_preference" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sale_watch" (
	"portal_id" uuid PRIMARY KEY NOT NULL,
	"told_order_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sale_watch" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "order_state" (
	"portal_id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	"state" jsonb NOT NULL,
	"firsts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "order_state_portal_id_source_external_id_pk" PRIMARY KEY("portal_id","source","external_id")
);
--> statement-breakpoint
ALTER TABLE "order_state" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stock" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"on_hand" integer DEFAULT 0 NOT NULL,
	"committed" integer DEFAULT 0 NOT NULL,
	"incoming" integer DEFAULT 0 NOT NULL,
	"safety" integer DEFAULT 0 NOT NULL,
	"low_at" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "stock_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "stock" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stock_claim" (
	"portal_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"line" text NOT NULL,
	"stock_id" uuid NOT NULL,
	"committed" integer NOT NULL,
	"shipped" integer NOT NULL,
	"returned" integer NOT NULL,
	CONSTRAINT "stock_claim_portal_id_order_id_line_stock_id_pk" PRIMARY KEY("portal_id","order_id","line","stock_id")
);
--> statement-breakpoint
ALTER TABLE "stock_claim" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stock_movement" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"stock_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"units" integer NOT NULL,
	"committed" integer DEFAULT 0 NOT NULL,
	"on_hand_after" integer NOT NULL,
	"committed_after" integer NOT NULL,
	"note" text,
	"order_id" uuid,
	"person_id" uuid,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "stock_movement_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "stock_movement" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "uncertain" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "import_run" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "import_run" ADD COLUMN "undone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "picture_alts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "blank_id" uuid;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "edition_units" integer;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "closes_on" date;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "file_url" text;--> statement-breakpoint
ALTER TABLE "app_update_seen" ADD CONSTRAINT "app_update_seen_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blank_variant" ADD CONSTRAINT "blank_variant_blank_id_blank_id_fk" FOREIGN KEY ("blank_id") REFERENCES "public"."blank"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blank_variant" ADD CONSTRAINT "blank_variant_alternative_id_blank_variant_id_fk" FOREIGN KEY ("alternative_id") REFERENCES "public"."blank_variant"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connector" ADD CONSTRAINT "connector_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "production" ADD CONSTRAINT "production_portal_id_connector_id_connector_portal_id_id_fk" FOREIGN KEY ("portal_id","connector_id") REFERENCES "public"."connector"("portal_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_portal_id_connector_id_connector_portal_id_id_fk" FOREIGN KEY ("portal_id","connector_id") REFERENCES "public"."connector"("portal_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_post_id_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."post"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preference" ADD CONSTRAINT "notification_preference_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_watch" ADD CONSTRAINT "sale_watch_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_state" ADD CONSTRAINT "order_state_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_portal_id_product_id_product_portal_id_id_fk" FOREIGN KEY ("portal_id","product_id") REFERENCES "public"."product"("portal_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_claim" ADD CONSTRAINT "stock_claim_portal_id_order_id_order_portal_id_id_fk" FOREIGN KEY ("portal_id","order_id") REFERENCES "public"."order"("portal_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_claim" ADD CONSTRAINT "stock_claim_portal_id_stock_id_stock_portal_id_id_fk" FOREIGN KEY ("portal_id","stock_id") REFERENCES "public"."stock"("portal_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_portal_id_stock_id_stock_portal_id_id_fk" FOREIGN KEY ("portal_id","stock_id") REFERENCES "public"."stock"("portal_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "blank_reference" ON "blank" USING btree ("supplier","reference");--> statement-breakpoint
CREATE UNIQUE INDEX "blank_variant_of" ON "blank_variant" USING btree ("blank_id","size","colour");--> statement-breakpoint
CREATE INDEX "blank_variant_alternative_id_index" ON "blank_variant" USING btree ("alternative_id");--> statement-breakpoint
CREATE INDEX "post_status_publish_at_index" ON "post" USING btree ("status","publish_at");--> statement-breakpoint
CREATE INDEX "post_created_at_index" ON "post" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "connector_id" ON "connector" USING btree ("id");--> statement-breakpoint
CREATE INDEX "production_portal_id_reference_index" ON "production" USING btree ("portal_id","reference");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_delivery_body" ON "webhook_delivery" USING btree ("portal_id","connector_id","body_hash");--> statement-breakpoint
CREATE INDEX "webhook_delivery_state_received_at_index" ON "webhook_delivery" USING btree ("state","received_at");--> statement-breakpoint
CREATE INDEX "webhook_delivery_portal_id_connector_id_received_at_index" ON "webhook_delivery" USING btree ("portal_id","connector_id","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "message_about" ON "message" USING btree ("person_id","about");--> statement-breakpoint
CREATE INDEX "message_person_id_created_at_index" ON "message" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "message_post_id_person_id_index" ON "message" USING btree ("post_id","person_id");--> statement-breakpoint
CREATE INDEX "message_mail_id_index" ON "message" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "message_mailing_index" ON "message" USING btree ("mailing");--> statement-breakpoint
CREATE INDEX "message_created_at_index" ON "message" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "stock_portal_id_product_id_index" ON "stock" USING btree ("portal_id","product_id");--> statement-breakpoint
CREATE INDEX "stock_movement_portal_id_stock_id_at_index" ON "stock_movement" USING btree ("portal_id","stock_id","at");--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_blank_id_blank_id_fk" FOREIGN KEY ("blank_id") REFERENCES "public"."blank"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "service" ON "app_update" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "app_update_seen" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "redirect" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "read" ON "blank" AS PERMISSIVE FOR SELECT TO "backline_member" USING (true);--> statement-breakpoint
CREATE POLICY "service" ON "blank" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "read" ON "blank_variant" AS PERMISSIVE FOR SELECT TO "backline_member" USING (true);--> statement-breakpoint
CREATE POLICY "service" ON "blank_variant" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "post" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "connector" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "connector" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "connector_secret" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "production" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "production" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "webhook_delivery" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "webhook_delivery" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "message" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "notification_preference" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "sale_watch" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "sale_watch" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "order_state" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "order_state" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "stock" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "stock" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "stock_claim" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "stock_claim" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "read" ON "stock_movement" AS PERMISSIVE FOR SELECT TO "backline_member" USING (portal_id = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "append" ON "stock_movement" AS PERMISSIVE FOR INSERT TO "backline_member" WITH CHECK (portal_id = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service_read" ON "stock_movement" AS PERMISSIVE FOR SELECT TO "backline_service" USING (true);--> statement-breakpoint
CREATE POLICY "service_append" ON "stock_movement" AS PERMISSIVE FOR INSERT TO "backline_service" WITH CHECK (true);