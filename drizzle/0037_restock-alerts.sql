CREATE TABLE "restock_alert" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid,
	"email" text NOT NULL,
	"locale" text DEFAULT 'es' NOT NULL,
	"consent_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	CONSTRAINT "restock_alert_portal_id_id_pk" PRIMARY KEY("portal_id","id"),
	CONSTRAINT "restock_alert_email" UNIQUE NULLS NOT DISTINCT("portal_id","product_id","variant_id","email")
);
--> statement-breakpoint
ALTER TABLE "restock_alert" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "restock_alert" ADD CONSTRAINT "restock_alert_portal_id_product_id_product_portal_id_id_fk" FOREIGN KEY ("portal_id","product_id") REFERENCES "public"."product"("portal_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "restock_alert_waiting" ON "restock_alert" USING btree ("portal_id","product_id") WHERE told_at is null and confirmed_at is not null;--> statement-breakpoint
CREATE POLICY "tenant" ON "restock_alert" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "restock_alert" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);