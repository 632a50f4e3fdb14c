CREATE TABLE "webhook_endpoint" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"types" jsonb NOT NULL,
	"whole_account" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"person_id" uuid,
	"failing_since" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "webhook_endpoint_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_look" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"out" boolean NOT NULL,
	CONSTRAINT "webhook_look_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_look" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_message" (
	"id" text PRIMARY KEY NOT NULL,
	"portal_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"type" text NOT NULL,
	"thing" text NOT NULL,
	"data" jsonb NOT NULL,
	"people" jsonb,
	"position" bigint,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_message" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_secret" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"sealed" "bytea" NOT NULL,
	"ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_secret" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_seen" (
	"portal_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"sold_out" boolean NOT NULL,
	CONSTRAINT "webhook_seen_portal_id_product_id_pk" PRIMARY KEY("portal_id","product_id")
);
--> statement-breakpoint
ALTER TABLE "webhook_seen" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_sending" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"message_id" text NOT NULL,
	"type" text NOT NULL,
	"thing" text NOT NULL,
	"position" bigint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"leased_until" timestamp with time zone,
	"fault" text,
	"status" integer,
	"answer" text,
	"took_ms" integer,
	"tried_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "webhook_sending_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_sending" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_message" ADD CONSTRAINT "webhook_message_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_sending" ADD CONSTRAINT "webhook_sending_message_id_webhook_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."webhook_message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_sending" ADD CONSTRAINT "webhook_sending_portal_id_endpoint_id_webhook_endpoint_portal_id_id_fk" FOREIGN KEY ("portal_id","endpoint_id") REFERENCES "public"."webhook_endpoint"("portal_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_endpoint_account" ON "webhook_endpoint" USING btree ("account_id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "webhook_message_waiting" ON "webhook_message" USING btree ("at") WHERE position is null;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_message_position" ON "webhook_message" USING btree ("position");--> statement-breakpoint
CREATE INDEX "webhook_message_portal_id_position_index" ON "webhook_message" USING btree ("portal_id","position");--> statement-breakpoint
CREATE INDEX "webhook_message_account_id_position_index" ON "webhook_message" USING btree ("account_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_message_day" ON "webhook_message" USING btree ("portal_id","thing") WHERE type = 'visits.day';--> statement-breakpoint
CREATE INDEX "webhook_secret_endpoint_id_index" ON "webhook_secret" USING btree ("endpoint_id");--> statement-breakpoint
CREATE INDEX "webhook_sending_waiting" ON "webhook_sending" USING btree ("endpoint_id","thing","position") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_sending_endpoint_id_position_index" ON "webhook_sending" USING btree ("endpoint_id","position");--> statement-breakpoint
CREATE INDEX "webhook_sending_message_id_index" ON "webhook_sending" USING btree ("message_id");--> statement-breakpoint
CREATE POLICY "tenant" ON "webhook_endpoint" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "webhook_endpoint" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "webhook_look" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "webhook_message" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "webhook_secret" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "webhook_seen" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "webhook_sending" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[]))) WITH CHECK ("portal_id" in (select unnest(string_to_array(nullif(current_setting('app.portals', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "webhook_sending" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);