CREATE TABLE "event" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'concert' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"doors_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"time_zone" text NOT NULL,
	"previous_starts_at" timestamp with time zone,
	"venue" text,
	"address" text,
	"city" text,
	"province" text,
	"country" text DEFAULT 'ES' NOT NULL,
	"line_up" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"poster_url" text,
	"tickets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"publication" text DEFAULT 'draft' NOT NULL,
	"publish_at" timestamp with time zone,
	"state" text DEFAULT 'scheduled' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "event_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "event" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "featured" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"target_id" uuid,
	"media_url" text,
	"url" text,
	"description" jsonb,
	"status" text DEFAULT 'draft' NOT NULL,
	"starts_at" timestamp with time zone,
	"duration_days" integer NOT NULL,
	"position" integer NOT NULL,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "featured_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "featured" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "presave" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"release_id" uuid NOT NULL,
	"email" text NOT NULL,
	"locale" text DEFAULT 'es' NOT NULL,
	"consent_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "presave_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "presave" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "release" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" jsonb NOT NULL,
	"product_id" uuid,
	"cover_url" text,
	"release_at" timestamp with time zone NOT NULL,
	"duration_days" integer NOT NULL,
	"presave" boolean DEFAULT true NOT NULL,
	"links" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "release_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "release" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "featured" ADD CONSTRAINT "featured_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presave" ADD CONSTRAINT "presave_portal_id_release_id_release_portal_id_id_fk" FOREIGN KEY ("portal_id","release_id") REFERENCES "public"."release"("portal_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release" ADD CONSTRAINT "release_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_id_index" ON "event" USING btree ("id");--> statement-breakpoint
CREATE INDEX "event_portal_id_starts_at_index" ON "event" USING btree ("portal_id","starts_at");--> statement-breakpoint
CREATE INDEX "event_starts_at_index" ON "event" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "featured_id_index" ON "featured" USING btree ("id");--> statement-breakpoint
CREATE INDEX "featured_portal_id_position_index" ON "featured" USING btree ("portal_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "presave_email" ON "presave" USING btree ("portal_id","release_id","email");--> statement-breakpoint
CREATE INDEX "release_id_index" ON "release" USING btree ("id");--> statement-breakpoint
CREATE INDEX "release_portal_id_release_at_index" ON "release" USING btree ("portal_id","release_at");--> statement-breakpoint
CREATE POLICY "tenant" ON "event" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "event" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "featured" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "featured" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "presave" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "presave" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "release" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "release" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);