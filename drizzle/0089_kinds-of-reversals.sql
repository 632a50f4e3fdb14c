DROP INDEX "order_line_reversed";--> statement-breakpoint
CREATE INDEX "order_line_reversed" ON "order_line" USING btree ("portal_id","order_id","kind") WHERE kind <> 'sale';