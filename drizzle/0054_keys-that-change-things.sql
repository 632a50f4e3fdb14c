ALTER TABLE "activity" ADD COLUMN "key_id" uuid;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "writes" jsonb;