ALTER TABLE "billing_agreement" ADD COLUMN "supplier_name" text;--> statement-breakpoint
ALTER TABLE "billing_agreement" ADD COLUMN "tax_id" text;--> statement-breakpoint
ALTER TABLE "billing_agreement" ADD COLUMN "provider_name" text;--> statement-breakpoint
ALTER TABLE "billing_agreement" ADD COLUMN "provider_tax_id" text;--> statement-breakpoint
ALTER TABLE "billing_agreement" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing_agreement" ADD COLUMN "withdrawn_by" text;