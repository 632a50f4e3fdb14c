CREATE TABLE "portal_month" (
	"portal_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"t" timestamp with time zone NOT NULL,
	CONSTRAINT "portal_month_portal_id_kind_t_pk" PRIMARY KEY("portal_id","kind","t")
);
--> statement-breakpoint
ALTER TABLE "portal_month" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "page_view" DROP CONSTRAINT "page_view_portal_id_portal_id_fk";
--> statement-breakpoint
DROP INDEX "page_view_portal_id_visitor_hash_at_index";--> statement-breakpoint
DROP INDEX "page_view_portal_id_at_index";--> statement-breakpoint
ALTER TABLE "page_view" DROP CONSTRAINT "page_view_portal_id_id_pk";--> statement-breakpoint
ALTER TABLE "page_view" ADD CONSTRAINT "page_view_portal_id_visitor_hash_at_id_pk" PRIMARY KEY("portal_id","visitor_hash","at","id");--> statement-breakpoint
CREATE POLICY "tenant" ON "portal_month" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "portal_month" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);
--> statement-breakpoint
INSERT INTO "sales_dimension" ("scope_id", "dimension", "grain", "t", "value", "orders", "units", "albums", "gross_micros", "discounts_micros", "refunds_micros", "net_micros", "income_micros")
SELECT '00000000-0000-0000-0000-000000000000', 'hour', g.grain, date_trunc(g.grain, f.t, 'Europe/Madrid'),
	lpad(extract(isodow from f.t at time zone 'Europe/Madrid')::text, 1, '0') || lpad(extract(hour from f.t at time zone 'Europe/Madrid')::text, 2, '0'),
	sum(orders), sum(units), sum(albums), sum(gross_micros), sum(discounts_micros), sum(refunds_micros), sum(net_micros), sum(income_micros)
FROM (SELECT "t", "orders", "units", "albums", "gross_micros", "discounts_micros", "refunds_micros", "net_micros", "income_micros"
		FROM "sales_total" WHERE "scope_id" = '00000000-0000-0000-0000-000000000000' AND "grain" = 'hour'
	-- What waits to be rolled up will come by itself.
	UNION ALL SELECT l."at", -l."orders", -l."units", CASE WHEN l."category" = 'album' THEN -l."units" ELSE 0 END, -l."gross_micros", -l."discounts_micros",
		-l."refunds_micros", -l."net_micros", -l."income_micros"
		FROM "order_line" l JOIN "fact_batch" b ON b."id" = l."batch_id" WHERE b."rolled_at" IS NULL) f
CROSS JOIN (VALUES ('month'), ('year')) g (grain)
GROUP BY 3, 4, 5;
