CREATE TABLE "former_address" (
	"custom_url" text PRIMARY KEY NOT NULL,
	"portal_id" uuid NOT NULL,
	"released_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "former_address" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
-- A key without an end gets a year.
UPDATE "api_key" SET "expires_at" = clock_timestamp() + interval '1 year' WHERE "expires_at" IS NULL;--> statement-breakpoint
ALTER TABLE "api_key" ALTER COLUMN "expires_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "link_hash" text;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "two_factor_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "former_address" ADD CONSTRAINT "former_address_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_address_portal_id_index" ON "former_address" USING btree ("portal_id");--> statement-breakpoint
CREATE INDEX "mail_link_hash_index" ON "mail" USING btree ("link_hash");--> statement-breakpoint
-- Of several portals with one verified domain the first keeps it.
UPDATE "portal" SET "domain_state" = 4, "domain_reason" = 'otherPortal' WHERE "domain_state" = 3 AND "deleted_at" IS NULL AND EXISTS (
  SELECT FROM "portal" o WHERE o."custom_domain" = "portal"."custom_domain" AND o."domain_state" = 3 AND o."deleted_at" IS NULL AND o."id" < "portal"."id");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_verified_domain" ON "portal" USING btree ("custom_domain") WHERE domain_state = 3 and deleted_at is null;--> statement-breakpoint
CREATE POLICY "tenant" ON "former_address" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "former_address" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
-- Only the demo world has addresses that can never be delivered to.
UPDATE "person" SET "demo" = true WHERE "email" LIKE '%@demo.backline.test';--> statement-breakpoint
-- Mails that were sent before know their link too, so that it is taken out of them once it is spent.
UPDATE "mail" SET "link_hash" = rtrim(translate(encode(sha256(convert_to((regexp_match("text", '[?&]token=([[:alnum:]_-]{20,})'))[1], 'UTF8')), 'base64'), '+/', '-_'), '=')
  WHERE "text" ~ '[?&]token=[[:alnum:]_-]{20,}';
