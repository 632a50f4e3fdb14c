CREATE TABLE "bank_entry" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"told" text NOT NULL,
	"actor_id" uuid,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bank_entry" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "bank_entry" ADD CONSTRAINT "bank_entry_actor_id_person_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "service" ON "bank_entry" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);