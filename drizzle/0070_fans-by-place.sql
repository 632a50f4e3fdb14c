CREATE TABLE "fan_place" (
	"portal_id" uuid NOT NULL,
	"day" date NOT NULL,
	"country" text NOT NULL,
	"province" text NOT NULL,
	"city" text NOT NULL,
	"fans" integer NOT NULL,
	CONSTRAINT "fan_place_portal_id_day_country_province_city_pk" PRIMARY KEY("portal_id","day","country","province","city")
);
--> statement-breakpoint
ALTER TABLE "fan_place" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "fan_place_day_index" ON "fan_place" USING btree ("day");--> statement-breakpoint
CREATE INDEX "presave_of_fan" ON "presave" USING btree ("portal_id","email");--> statement-breakpoint
CREATE INDEX "restock_alert_of_fan" ON "restock_alert" USING btree ("portal_id","email");--> statement-breakpoint
CREATE POLICY "tenant" ON "fan_place" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "fan_place" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);