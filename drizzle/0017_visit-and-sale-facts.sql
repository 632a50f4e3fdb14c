CREATE TABLE "fact_place" (
	"id" bigint PRIMARY KEY NOT NULL,
	"country" text,
	"province" text,
	"city" text
);
--> statement-breakpoint
ALTER TABLE "fact_place" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sale_fact" (
	"portal_id" uuid NOT NULL,
	"t" timestamp with time zone NOT NULL,
	"sku_id" uuid NOT NULL,
	"place_id" bigint NOT NULL,
	"category" text,
	"campaign" text,
	"orders" integer NOT NULL,
	"units" integer NOT NULL,
	"gross_micros" bigint NOT NULL,
	"discounts_micros" bigint NOT NULL,
	"refunds_micros" bigint NOT NULL,
	"net_micros" bigint NOT NULL,
	"income_micros" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sale_fact" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visit_fact" (
	"portal_id" uuid NOT NULL,
	"t" timestamp with time zone NOT NULL,
	"place_id" bigint NOT NULL,
	"origin_id" bigint NOT NULL,
	"device" text NOT NULL,
	"browser" text NOT NULL,
	"link_id" uuid,
	"visits" integer NOT NULL,
	"visitors" integer NOT NULL,
	"views" integer NOT NULL,
	"clicks" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "visit_fact" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visit_origin" (
	"portal_id" uuid NOT NULL,
	"id" bigint NOT NULL,
	"source" text,
	"medium" text,
	"campaign" text,
	"referrer" text,
	"channel" text NOT NULL,
	CONSTRAINT "visit_origin_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "visit_origin" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "sale_fact_portal" ON "sale_fact" USING btree ("portal_id","t","place_id","sku_id","category","orders","units","gross_micros","discounts_micros","refunds_micros","net_micros","income_micros");--> statement-breakpoint
CREATE INDEX "sale_fact_t_index" ON "sale_fact" USING btree ("t");--> statement-breakpoint
CREATE INDEX "visit_fact_portal" ON "visit_fact" USING btree ("portal_id","t","place_id","origin_id","device","browser","visits","visitors","clicks");--> statement-breakpoint
CREATE INDEX "visit_fact_t_index" ON "visit_fact" USING btree ("t");--> statement-breakpoint
CREATE INDEX "visit_fact_link" ON "visit_fact" USING btree ("t") WHERE link_id is not null;--> statement-breakpoint
CREATE INDEX "sales_total_portals" ON "sales_total" USING btree ("grain","t") WHERE scope_id <> '00000000-0000-0000-0000-000000000000';--> statement-breakpoint
CREATE INDEX "visits_dimension_portals" ON "visits_dimension" USING btree ("dimension","grain","t") WHERE scope_id <> '00000000-0000-0000-0000-000000000000';--> statement-breakpoint
CREATE INDEX "visits_total_portals" ON "visits_total" USING btree ("grain","t") WHERE scope_id <> '00000000-0000-0000-0000-000000000000';--> statement-breakpoint
CREATE POLICY "read" ON "fact_place" AS PERMISSIVE FOR SELECT TO "backline_member" USING (true);--> statement-breakpoint
CREATE POLICY "service" ON "fact_place" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "sale_fact" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "sale_fact" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "visit_fact" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "visit_fact" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "visit_origin" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "visit_origin" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
-- From here on: what is there already takes the new shape. Rows of accounts are no longer read: an account is its portals.
ALTER TABLE "sale_fact" SET (autovacuum_vacuum_insert_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "visit_fact" SET (autovacuum_vacuum_insert_scale_factor = 0.02);--> statement-breakpoint
DELETE FROM "sales_total" WHERE "scope_id" IN (SELECT "id" FROM "account");--> statement-breakpoint
DELETE FROM "visits_total" WHERE "scope_id" IN (SELECT "id" FROM "account");--> statement-breakpoint
DELETE FROM "visits_dimension" WHERE "scope_id" IN (SELECT "id" FROM "account");--> statement-breakpoint
-- Sales are kept as lines for ever: their facts are made of them here, their dimensions again by the job.
DELETE FROM "sales_dimension";--> statement-breakpoint
UPDATE "fact_batch" SET "rolled_at" = NULL WHERE "kind" = 'orders';--> statement-breakpoint
INSERT INTO "fact_place" ("id", "country", "province", "city")
SELECT DISTINCT hashtextextended(format('%L %L %L', "country", "province", "city"), 0), "country", "province", "city" FROM (
	SELECT "country", "province", "city" FROM "order"
	UNION SELECT "country", "province", "city" FROM "page_view") x ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "sale_fact" ("portal_id", "t", "sku_id", "place_id", "category", "campaign", "orders", "units", "gross_micros", "discounts_micros", "refunds_micros", "net_micros", "income_micros")
SELECT f."portal_id", date_trunc('hour', f."at", 'UTC') AS t, f."sku_id", hashtextextended(format('%L %L %L', o."country", o."province", o."city"), 0),
	f."category", o."campaign", sum(f."orders"), sum(f."units"), sum(f."gross_micros"), sum(f."discounts_micros"), sum(f."refunds_micros"),
	sum(f."net_micros"), sum(f."income_micros")
FROM "order_line" f JOIN "order" o ON o."portal_id" = f."portal_id" AND o."id" = f."order_id" GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY t;--> statement-breakpoint
-- Visits: rolled up by day for each portal so far, and read so beside the facts of those that come. Of those that wait
-- for their dimensions, facts are made here.
INSERT INTO "visit_origin" ("portal_id", "id", "source", "medium", "campaign", "referrer", "channel")
SELECT DISTINCT f."portal_id", hashtextextended(format('%L %L %L %L %L', f."source", f."medium", f."campaign", f."referrer", f."channel"), 0),
	f."source", f."medium", f."campaign", f."referrer", f."channel"
FROM "page_view" f JOIN "fact_batch" b ON b."id" = f."batch_id" WHERE b."rolled_at" IS NULL ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "visit_fact" ("portal_id", "t", "place_id", "origin_id", "device", "browser", "link_id", "visits", "visitors", "views", "clicks")
SELECT f."portal_id", date_trunc('hour', f."at", 'UTC') AS t, hashtextextended(format('%L %L %L', f."country", f."province", f."city"), 0),
	hashtextextended(format('%L %L %L %L %L', f."source", f."medium", f."campaign", f."referrer", f."channel"), 0), f."device", f."browser", f."link_id",
	count(*) FILTER (WHERE f."opens_visit"), count(*) FILTER (WHERE f."first_of_day"), count(*) FILTER (WHERE f."kind" = 'view'),
	count(*) FILTER (WHERE f."kind" = 'click')
FROM "page_view" f JOIN "fact_batch" b ON b."id" = f."batch_id" WHERE b."rolled_at" IS NULL GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY t;--> statement-breakpoint
-- Hours of portals are read from facts and from what was kept before: both must not have them.
UPDATE "visits_total" v SET "visits" = v."visits" - x."visits", "visitors" = v."visitors" - x."visitors", "views" = v."views" - x."views", "clicks" = v."clicks" - x."clicks"
FROM (SELECT "portal_id", "t", sum("visits") AS "visits", sum("visitors") AS "visitors", sum("views") AS "views", sum("clicks") AS "clicks" FROM "visit_fact" GROUP BY 1, 2) x
WHERE v."scope_id" = x."portal_id" AND v."grain" = 'hour' AND v."t" = x."t";--> statement-breakpoint
UPDATE "visits_dimension" SET "dimension" = "dimension" || ' ' || left("value", 2), "value" = substr("value", 4)
WHERE "dimension" IN ('sourceIn', 'campaignIn', 'referrerIn', 'channelIn');--> statement-breakpoint
DELETE FROM "visits_dimension" WHERE "dimension" = 'portal';--> statement-breakpoint
INSERT INTO "visits_dimension" ("scope_id", "dimension", "grain", "t", "value", "visits", "visitors", "views", "clicks")
SELECT '00000000-0000-0000-0000-000000000000', 'portalIn ' || coalesce(nullif("value", ''), '??'), "grain", "t", "scope_id",
	"visits", "visitors", "views", "clicks"
FROM "visits_dimension" WHERE "dimension" = 'country' AND "grain" = 'month' AND "scope_id" <> '00000000-0000-0000-0000-000000000000';--> statement-breakpoint
DELETE FROM "visits_dimension" WHERE "grain" = 'month' AND "scope_id" <> '00000000-0000-0000-0000-000000000000' AND "dimension" NOT IN ('source', 'link');--> statement-breakpoint
INSERT INTO "visits_dimension" ("scope_id", "dimension", "grain", "t", "value", "visits", "visitors", "views", "clicks")
SELECT "scope_id", "dimension", 'year', date_trunc('year', "t", 'Europe/Madrid'), "value", sum("visits"), sum("visitors"), sum("views"), sum("clicks")
FROM "visits_dimension" WHERE "grain" = 'month' GROUP BY 1, 2, 4, 5;
