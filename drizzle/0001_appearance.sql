CREATE TABLE "appearance_draft" (
	"portal_id" uuid PRIMARY KEY NOT NULL,
	"draft" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "appearance_draft" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "appearance_version" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"appearance" jsonb NOT NULL,
	"person_id" uuid,
	"published_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "appearance_version_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "appearance_version" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "appearance_draft" ADD CONSTRAINT "appearance_draft_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appearance_version" ADD CONSTRAINT "appearance_version_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "appearance_version_number" ON "appearance_version" USING btree ("portal_id","number");--> statement-breakpoint
CREATE INDEX "appearance_version_id_index" ON "appearance_version" USING btree ("id");--> statement-breakpoint
CREATE POLICY "tenant" ON "appearance_draft" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "appearance_draft" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "appearance_version" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "appearance_version" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);