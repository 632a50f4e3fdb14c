CREATE TABLE "recovery_code" (
	"person_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_code_person_id_hash_pk" PRIMARY KEY("person_id","hash")
);
--> statement-breakpoint
ALTER TABLE "recovery_code" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "api_key" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"ending" text NOT NULL,
	"permissions" jsonb NOT NULL,
	"portal_id" uuid,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_key_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "api_key" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "picture_url" text;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "color_mode" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "totp_seed" text;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "totp_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "totp_step" integer;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "two_factor_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "two_factor_pending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "token" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_person_id_index" ON "api_key" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "session_parent_hash_index" ON "session" USING btree ("parent_hash");--> statement-breakpoint
CREATE POLICY "service" ON "recovery_code" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "api_key" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);