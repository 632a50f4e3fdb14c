CREATE TABLE "fact_copy" (
	"kind" text NOT NULL,
	"month" integer NOT NULL,
	"snapshot" text NOT NULL,
	"rows" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "fact_copy_kind_month_pk" PRIMARY KEY("kind","month")
);
--> statement-breakpoint
ALTER TABLE "fact_copy" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fact_feed" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"state" text NOT NULL,
	"since" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "fact_feed_one" CHECK ("fact_feed"."one")
);
--> statement-breakpoint
ALTER TABLE "fact_feed" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fact_outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fact_outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"facts" json NOT NULL,
	"rows" integer NOT NULL,
	"xid" text DEFAULT pg_current_xact_id()::text NOT NULL,
	"token" uuid,
	"leased_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fact_outbox" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "fact_outbox_token" ON "fact_outbox" USING btree ("token") WHERE token is not null;--> statement-breakpoint
CREATE POLICY "service" ON "fact_copy" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "fact_feed" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "fact_outbox" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);