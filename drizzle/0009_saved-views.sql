CREATE TABLE "saved_view" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"portal_id" uuid,
	"account_id" uuid,
	"name" text NOT NULL,
	"page" text NOT NULL,
	"query" text NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"report" text DEFAULT 'none' NOT NULL,
	"reported_on" date,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "saved_view" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_owner_id_person_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_view_owner_id_index" ON "saved_view" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "saved_view_account_id_index" ON "saved_view" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "saved_view_report_index" ON "saved_view" USING btree ("report");--> statement-breakpoint
CREATE POLICY "service" ON "saved_view" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);