CREATE TABLE "contact" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid,
	"account_id" uuid,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"organisation" text,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"source" text NOT NULL,
	"merged_into" uuid,
	"merged_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "contact_personId_unique" UNIQUE("person_id")
);
--> statement-breakpoint
ALTER TABLE "contact" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contact_consent" (
	"id" uuid PRIMARY KEY NOT NULL,
	"contact_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"given" boolean NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"recorded_by" uuid,
	"recorded_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact_consent" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contact_note" (
	"id" uuid PRIMARY KEY NOT NULL,
	"contact_id" uuid NOT NULL,
	"author_id" uuid,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact_note" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "contact" ADD CONSTRAINT "contact_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact" ADD CONSTRAINT "contact_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact" ADD CONSTRAINT "contact_merged_into_contact_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."contact"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_consent" ADD CONSTRAINT "contact_consent_contact_id_contact_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contact"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_note" ADD CONSTRAINT "contact_note_contact_id_contact_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contact"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_email_index" ON "contact" USING btree ("email");--> statement-breakpoint
CREATE INDEX "contact_account_id_index" ON "contact" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "contact_merged_into_index" ON "contact" USING btree ("merged_into");--> statement-breakpoint
CREATE INDEX "contact_consent_contact_id_kind_at_index" ON "contact_consent" USING btree ("contact_id","kind","at");--> statement-breakpoint
CREATE INDEX "contact_note_contact_id_created_at_index" ON "contact_note" USING btree ("contact_id","created_at");--> statement-breakpoint
CREATE INDEX "activity_action_at_index" ON "activity" USING btree ("action","at");--> statement-breakpoint
CREATE POLICY "service" ON "contact" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "contact_consent" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "contact_note" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
insert into "contact" (id, person_id, name, email, source, created_at)
  select gen_random_uuid(), p.id, p.name, p.email, 'login', p.created_at from person p
  where not p.staff and not exists (select 1 from contact c where c.person_id = p.id);
