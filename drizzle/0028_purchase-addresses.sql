CREATE TABLE "purchase_address" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid,
	"shop" text NOT NULL,
	"url" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "purchase_address_portal_id_id_pk" PRIMARY KEY("portal_id","id"),
	CONSTRAINT "purchase_address_shop" UNIQUE NULLS NOT DISTINCT("portal_id","product_id","variant_id","shop"),
	CONSTRAINT "purchase_address_https" CHECK (url like 'https://%')
);
--> statement-breakpoint
ALTER TABLE "purchase_address" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "description" jsonb;--> statement-breakpoint
ALTER TABLE "purchase_address" ADD CONSTRAINT "purchase_address_portal_id_product_id_product_portal_id_id_fk" FOREIGN KEY ("portal_id","product_id") REFERENCES "public"."product"("portal_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_address" ADD CONSTRAINT "purchase_address_portal_id_variant_id_variant_portal_id_id_fk" FOREIGN KEY ("portal_id","variant_id") REFERENCES "public"."variant"("portal_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchase_address_id_index" ON "purchase_address" USING btree ("id");--> statement-breakpoint
CREATE INDEX "variant_id_index" ON "variant" USING btree ("id");--> statement-breakpoint
CREATE POLICY "tenant" ON "purchase_address" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "purchase_address" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);