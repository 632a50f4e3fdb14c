CREATE TABLE "visit_alone" (
	"portal_id" uuid NOT NULL,
	"day" date NOT NULL,
	"visits" bigint DEFAULT 0 NOT NULL,
	"visitors" bigint DEFAULT 0 NOT NULL,
	"views" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "visit_alone_portal_id_day_pk" PRIMARY KEY("portal_id","day")
);
--> statement-breakpoint
ALTER TABLE "visit_alone" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visit_batch" (
	"id" uuid PRIMARY KEY NOT NULL,
	"views" "bytea" NOT NULL,
	"rows" integer NOT NULL,
	"lot" bigint,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "visit_batch" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visit_collector" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "visit_collector_one" CHECK ("visit_collector"."one")
);
--> statement-breakpoint
ALTER TABLE "visit_collector" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visit_lot" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "visit_lot_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"done_at" timestamp with time zone,
	"visitors" "bytea"
);
--> statement-breakpoint
ALTER TABLE "visit_lot" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "visit_alone_day_index" ON "visit_alone" USING btree ("day");--> statement-breakpoint
CREATE INDEX "visit_batch_lot_id_index" ON "visit_batch" USING btree ("lot","id");--> statement-breakpoint
CREATE INDEX "visit_lot_open" ON "visit_lot" USING btree ("number") WHERE done_at is null;--> statement-breakpoint
CREATE POLICY "tenant" ON "visit_alone" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "visit_alone" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "visit_batch" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "visit_collector" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "visit_lot" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);