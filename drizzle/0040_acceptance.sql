ALTER TABLE "bill" ADD COLUMN "acceptance" text;--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "reminders" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_agreement" ADD COLUMN "silence" boolean DEFAULT false NOT NULL;