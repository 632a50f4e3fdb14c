CREATE TABLE "shop_privacy" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"orders" integer NOT NULL,
	"held" jsonb,
	"asked_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "shop_privacy_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "shop_privacy" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "shop_access" ADD COLUMN "own_app" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_privacy" ADD CONSTRAINT "shop_privacy_portal_id_connector_id_connector_portal_id_id_fk" FOREIGN KEY ("portal_id","connector_id") REFERENCES "public"."connector"("portal_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shop_privacy_body" ON "shop_privacy" USING btree ("portal_id","connector_id","body_hash");--> statement-breakpoint
CREATE POLICY "tenant" ON "shop_privacy" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "shop_privacy" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);