CREATE TABLE "remittance_payment" (
	"remittance_id" uuid NOT NULL,
	"bill_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"iban" text NOT NULL,
	"holder" text NOT NULL,
	CONSTRAINT "remittance_payment_remittance_id_bill_id_pk" PRIMARY KEY("remittance_id","bill_id")
);
--> statement-breakpoint
ALTER TABLE "remittance_payment" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "remittance" ADD COLUMN "needs_second" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "remittance" ADD COLUMN "confirmed_by" uuid;--> statement-breakpoint
ALTER TABLE "remittance" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "remittance" ADD COLUMN "downloaded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "remittance" ADD COLUMN "undone_at" timestamp with time zone;--> statement-breakpoint
-- Whoever made a file was handed it.
UPDATE "remittance" SET "downloaded_at" = "created_at";--> statement-breakpoint
ALTER TABLE "billing_information" ADD COLUMN "refused_iban" text;--> statement-breakpoint
ALTER TABLE "billing_information" ADD COLUMN "payout_minimum_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "remittance_payment" ADD CONSTRAINT "remittance_payment_remittance_id_remittance_id_fk" FOREIGN KEY ("remittance_id") REFERENCES "public"."remittance"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remittance_payment" ADD CONSTRAINT "remittance_payment_bill_id_bill_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."bill"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "remittance_payment_bill_id_index" ON "remittance_payment" USING btree ("bill_id");--> statement-breakpoint
ALTER TABLE "remittance" ADD CONSTRAINT "remittance_confirmed_by_person_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "service" ON "remittance_payment" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);