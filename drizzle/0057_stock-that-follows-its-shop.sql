ALTER TABLE "shop_item" ADD COLUMN "stock_base" integer;--> statement-breakpoint
ALTER TABLE "shop_item" ADD COLUMN "stock_fell" integer;--> statement-breakpoint
ALTER TABLE "shop_item" ADD COLUMN "stock_fell_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shop_item" ADD COLUMN "stock_due_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "shop_item_stock_due" ON "shop_item" USING btree ("portal_id","connector_id") WHERE stock_due_at is not null;