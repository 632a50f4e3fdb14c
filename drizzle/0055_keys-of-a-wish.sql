ALTER TABLE "shop_wish" ADD COLUMN "kind" text DEFAULT 'shopify' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_wish" ADD COLUMN "sealed" "bytea";