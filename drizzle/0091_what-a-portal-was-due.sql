DROP INDEX "ledger_split";--> statement-breakpoint
CREATE INDEX "ledger_portal" ON "ledger_entry" USING btree ("portal_id","month");