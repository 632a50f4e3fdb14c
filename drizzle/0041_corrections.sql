DROP INDEX "bill_corrected_once";--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "correction" jsonb;--> statement-breakpoint
CREATE INDEX "bill_corrects_id_index" ON "bill" USING btree ("corrects_id") WHERE corrects_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "bill_one_correction" ON "bill" USING btree ("corrects_id") WHERE corrects_id is not null and status = 'Pending';