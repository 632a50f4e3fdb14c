DROP INDEX "bill_payable_by_day";--> statement-breakpoint
DROP INDEX "bill_open_by_day";--> statement-breakpoint
DROP INDEX "bill_closed_by_day";--> statement-breakpoint
CREATE INDEX "bill_payable_by_day" ON "bill" USING btree ((coalesce(period, (created_at at time zone 'Europe/Madrid')::date))) WHERE status = 'Approved' and payment in ('unpaid', 'returned');--> statement-breakpoint
CREATE INDEX "bill_open_by_day" ON "bill" USING btree ("status",(coalesce(period, (created_at at time zone 'Europe/Madrid')::date))) WHERE status in ('Pending', 'Next');--> statement-breakpoint
CREATE INDEX "bill_closed_by_day" ON "bill" USING btree ((coalesce(period, (created_at at time zone 'Europe/Madrid')::date))) WHERE status not in ('Pending', 'Next');