CREATE TABLE "subscribed_calendar" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"portal_id" uuid NOT NULL,
	"whole_account" boolean DEFAULT false NOT NULL,
	"hash" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"last_read_at" timestamp with time zone,
	CONSTRAINT "subscribed_calendar_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "subscribed_calendar" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "subscribed_calendar" ADD CONSTRAINT "subscribed_calendar_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscribed_calendar_person_id_index" ON "subscribed_calendar" USING btree ("person_id");--> statement-breakpoint
CREATE POLICY "service" ON "subscribed_calendar" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);