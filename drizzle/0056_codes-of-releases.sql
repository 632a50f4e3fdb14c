ALTER TABLE "release" ADD COLUMN "upc" text;--> statement-breakpoint
ALTER TABLE "release" ADD COLUMN "isrc" text;