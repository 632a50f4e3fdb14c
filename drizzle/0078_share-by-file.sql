CREATE TABLE "share_by_file" (
	"account_id" uuid NOT NULL,
	"payer_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "share_by_file_account_id_payer_id_pk" PRIMARY KEY("account_id","payer_id")
);
--> statement-breakpoint
ALTER TABLE "share_by_file" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "share_by_file" ADD CONSTRAINT "share_by_file_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_by_file" ADD CONSTRAINT "share_by_file_payer_id_account_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_by_file_payer_id_index" ON "share_by_file" USING btree ("payer_id");--> statement-breakpoint
CREATE POLICY "tenant" ON "share_by_file" AS PERMISSIVE FOR ALL TO "backline_member" USING ("account_id" in (select unnest(string_to_array(nullif(current_setting('app.accounts', true), ''), ',')::uuid[]))) WITH CHECK ("account_id" in (select unnest(string_to_array(nullif(current_setting('app.accounts', true), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "service" ON "share_by_file" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);