CREATE TABLE "invitation" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"invited_by" uuid,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"grants" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"denies" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "invitation_portal_id_id_pk" PRIMARY KEY("portal_id","id"),
	CONSTRAINT "invitation_portalId_personId_unique" UNIQUE("portal_id","person_id")
);
--> statement-breakpoint
ALTER TABLE "invitation" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_invited_by_person_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitation_person_id_index" ON "invitation" USING btree ("person_id");--> statement-breakpoint
CREATE POLICY "tenant" ON "invitation" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "invitation" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
INSERT INTO "invitation" ("portal_id", "id", "person_id", "name", "role", "grants", "denies", "sent_at", "created_at")
	SELECT m."portal_id", p."id", p."id", p."name", m."role", m."grants", m."denies", p."created_at", m."created_at"
	FROM "member" m JOIN "person" p ON p."id" = m."person_id" WHERE p."password_hash" IS NULL AND NOT p."staff";--> statement-breakpoint
DELETE FROM "member" m USING "person" p WHERE p."id" = m."person_id" AND p."password_hash" IS NULL AND NOT p."staff";
