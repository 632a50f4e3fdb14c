DROP INDEX "sku_mapping_portal_id_product_id_index";--> statement-breakpoint
CREATE INDEX "sku_mapping_portal_id_product_id_id_index" ON "sku_mapping" USING btree ("portal_id","product_id","id");