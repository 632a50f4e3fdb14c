-- 0092 was another one for half an hour: a database that climbed it then has one index that nobody means and lacks two.
DROP INDEX IF EXISTS "sku_mapping_portal_id_product_id_id_index";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sku_mapping_portal_id_product_id_index" ON "sku_mapping" USING btree ("portal_id","product_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sku_mapping_stands_for" ON "sku_mapping" USING btree ("portal_id","id","product_id");
