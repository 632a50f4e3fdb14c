CREATE TABLE "fact_country" (
	"portal_id" uuid NOT NULL,
	"country" text NOT NULL,
	CONSTRAINT "fact_country_portal_id_country_pk" PRIMARY KEY("portal_id","country")
);
--> statement-breakpoint
ALTER TABLE "fact_country" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "tenant" ON "fact_country" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "fact_country" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
INSERT INTO "fact_country" ("portal_id", "country")
SELECT "portal_id", "country" FROM "sku_total" WHERE "grain" = 'year' AND length("country") = 2 AND "country" <> '??'
UNION SELECT f."portal_id", p."country" FROM "visit_fact" f JOIN "fact_place" p ON p."id" = f."place_id" WHERE length(p."country") = 2;
