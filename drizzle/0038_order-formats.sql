CREATE TABLE "order_format" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"signature" text NOT NULL,
	"columns" integer NOT NULL,
	"format" text NOT NULL,
	"wish" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"used_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "order_format_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "order_format" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "order_format" ADD CONSTRAINT "order_format_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_format_signature" ON "order_format" USING btree ("portal_id","signature");--> statement-breakpoint
CREATE POLICY "tenant" ON "order_format" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "order_format" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);