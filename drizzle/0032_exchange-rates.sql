CREATE TABLE "exchange_rate" (
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"per_euro" numeric NOT NULL,
	CONSTRAINT "exchange_rate_currency_day_pk" PRIMARY KEY("currency","day")
);
--> statement-breakpoint
ALTER TABLE "exchange_rate" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "read" ON "exchange_rate" AS PERMISSIVE FOR SELECT TO "backline_member" USING (true);--> statement-breakpoint
CREATE POLICY "service" ON "exchange_rate" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);