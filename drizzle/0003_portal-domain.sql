ALTER TABLE "portal" ADD COLUMN "domain_reason" text;--> statement-breakpoint
ALTER TABLE "portal" ADD COLUMN "domain_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "portal" ADD COLUMN "domain_checked_at" timestamp with time zone;