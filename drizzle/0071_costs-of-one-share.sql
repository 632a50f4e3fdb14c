ALTER TABLE "split_cost" ADD COLUMN "party_id" uuid;--> statement-breakpoint
ALTER TABLE "split_cost" ADD CONSTRAINT "split_cost_party_id_account_id_fk" FOREIGN KEY ("party_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "split_cost" ADD CONSTRAINT "of_another" CHECK (party_id <> account_id);