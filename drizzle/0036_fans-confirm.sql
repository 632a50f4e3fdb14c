DROP INDEX "presave_waiting";--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "from_name" text;--> statement-breakpoint
ALTER TABLE "presave" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
-- They were told by mail what they had asked for, and how to take it back: that was what was promised to them.
UPDATE "presave" SET "confirmed_at" = "consent_at";--> statement-breakpoint
CREATE INDEX "presave_waiting" ON "presave" USING btree ("release_id") WHERE told_at is null and confirmed_at is not null;