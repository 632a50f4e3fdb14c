CREATE INDEX "sku_mapping_of_product" ON "sku_mapping" USING btree ("portal_id","product_id","id");--> statement-breakpoint
DROP INDEX "sku_mapping_portal_id_product_id_index";
