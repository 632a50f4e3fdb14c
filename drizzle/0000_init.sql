CREATE TABLE "activity" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor_id" uuid,
	"on_behalf_of" uuid,
	"portal_id" uuid,
	"account_id" uuid,
	"action" text NOT NULL,
	"target_id" text,
	"before" jsonb,
	"after" jsonb,
	"address" text,
	"request_id" text
);
--> statement-breakpoint
ALTER TABLE "activity" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"portal_id" uuid,
	"key" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "file_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "file" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"actor_id" uuid NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "idempotency_key_actor_id_operation_key_pk" PRIMARY KEY("actor_id","operation","key")
);
--> statement-breakpoint
ALTER TABLE "idempotency_key" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"locale" text NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "mail" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "setting" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "person" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"locale" text DEFAULT 'es' NOT NULL,
	"staff" boolean DEFAULT false NOT NULL,
	"super" boolean DEFAULT false NOT NULL,
	"permissions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"suspended_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "person_email_unique" UNIQUE("email")
);
--> statement-breakpoint
ALTER TABLE "person" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "rate_limit" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "session" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"current_portal_id" uuid,
	"parent_hash" text,
	"reason" text,
	"address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "session_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "session" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "token" (
	"hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"person_id" uuid,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "token" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fact_batch" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"rolled_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "fact_batch" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sales_dimension" (
	"scope_id" uuid NOT NULL,
	"grain" text NOT NULL,
	"t" timestamp with time zone NOT NULL,
	"dimension" text NOT NULL,
	"value" text NOT NULL,
	"orders" bigint DEFAULT 0 NOT NULL,
	"units" bigint DEFAULT 0 NOT NULL,
	"albums" bigint DEFAULT 0 NOT NULL,
	"gross_micros" bigint DEFAULT 0 NOT NULL,
	"discounts_micros" bigint DEFAULT 0 NOT NULL,
	"refunds_micros" bigint DEFAULT 0 NOT NULL,
	"net_micros" bigint DEFAULT 0 NOT NULL,
	"income_micros" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "sales_dimension_scope_id_dimension_grain_t_value_pk" PRIMARY KEY("scope_id","dimension","grain","t","value")
);
--> statement-breakpoint
ALTER TABLE "sales_dimension" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sales_total" (
	"scope_id" uuid NOT NULL,
	"grain" text NOT NULL,
	"t" timestamp with time zone NOT NULL,
	"orders" bigint DEFAULT 0 NOT NULL,
	"units" bigint DEFAULT 0 NOT NULL,
	"albums" bigint DEFAULT 0 NOT NULL,
	"gross_micros" bigint DEFAULT 0 NOT NULL,
	"discounts_micros" bigint DEFAULT 0 NOT NULL,
	"refunds_micros" bigint DEFAULT 0 NOT NULL,
	"net_micros" bigint DEFAULT 0 NOT NULL,
	"income_micros" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "sales_total_scope_id_grain_t_pk" PRIMARY KEY("scope_id","grain","t")
);
--> statement-breakpoint
ALTER TABLE "sales_total" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visits_dimension" (
	"scope_id" uuid NOT NULL,
	"grain" text NOT NULL,
	"t" timestamp with time zone NOT NULL,
	"dimension" text NOT NULL,
	"value" text NOT NULL,
	"visits" bigint DEFAULT 0 NOT NULL,
	"visitors" bigint DEFAULT 0 NOT NULL,
	"views" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "visits_dimension_scope_id_dimension_grain_t_value_pk" PRIMARY KEY("scope_id","dimension","grain","t","value")
);
--> statement-breakpoint
ALTER TABLE "visits_dimension" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visits_total" (
	"scope_id" uuid NOT NULL,
	"grain" text NOT NULL,
	"t" timestamp with time zone NOT NULL,
	"visits" bigint DEFAULT 0 NOT NULL,
	"visitors" bigint DEFAULT 0 NOT NULL,
	"views" bigint DEFAULT 0 NOT NULL,
	"clicks" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "visits_total_scope_id_grain_t_pk" PRIMARY KEY("scope_id","grain","t")
);
--> statement-breakpoint
ALTER TABLE "visits_total" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "link" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" jsonb NOT NULL,
	"url" text NOT NULL,
	"icon" text,
	"picture_url" text,
	"position" integer NOT NULL,
	"visible" boolean DEFAULT true NOT NULL,
	"highlight" boolean DEFAULT false NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "link_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "link" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "import_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"portal_id" uuid,
	"kind" text NOT NULL,
	"format" text NOT NULL,
	"file_name" text NOT NULL,
	"actor_id" uuid,
	"report" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_run" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "order" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"currency" text NOT NULL,
	"country" text,
	"province" text,
	"city" text,
	"buyer_hash" "bytea",
	"campaign" text,
	"click_id" uuid,
	"batch_id" uuid NOT NULL,
	CONSTRAINT "order_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "order" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "order_line" (
	"portal_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"ordinal" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"sku_id" uuid NOT NULL,
	"product_id" uuid,
	"variant_id" uuid,
	"category" text,
	"units" integer NOT NULL,
	"orders" smallint NOT NULL,
	"gross_amount" numeric NOT NULL,
	"net_amount" numeric NOT NULL,
	"tax_amount" numeric NOT NULL,
	"currency" text NOT NULL,
	"currency_rate" numeric NOT NULL,
	"gross_micros" bigint NOT NULL,
	"discounts_micros" bigint NOT NULL,
	"refunds_micros" bigint NOT NULL,
	"net_micros" bigint NOT NULL,
	"tax_micros" bigint NOT NULL,
	"income_micros" bigint NOT NULL,
	"commission_pct" numeric NOT NULL,
	"batch_id" uuid NOT NULL,
	CONSTRAINT "order_line_portal_id_order_id_kind_ordinal_pk" PRIMARY KEY("portal_id","order_id","kind","ordinal")
);
--> statement-breakpoint
ALTER TABLE "order_line" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "order_source" (
	"portal_id" uuid NOT NULL,
	"source" text NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "order_source_portal_id_source_key_pk" PRIMARY KEY("portal_id","source","key")
);
--> statement-breakpoint
ALTER TABLE "order_source" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text DEFAULT 'simple' NOT NULL,
	"organisation_type" smallint DEFAULT 2 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "portal" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"master" boolean DEFAULT false NOT NULL,
	"code" text NOT NULL,
	"custom_url" text NOT NULL,
	"name" text NOT NULL,
	"picture_url" text,
	"self_invoice" boolean DEFAULT true NOT NULL,
	"sales_objective_cents" bigint DEFAULT 0 NOT NULL,
	"advance_limit_pct" integer DEFAULT 10 NOT NULL,
	"custom_domain" text,
	"domain_state" smallint DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "portal" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "portal_rate" (
	"portal_id" uuid NOT NULL,
	"key" text NOT NULL,
	"valid_from" date NOT NULL,
	"pct" numeric NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "portal_rate_portal_id_key_valid_from_pk" PRIMARY KEY("portal_id","key","valid_from")
);
--> statement-breakpoint
ALTER TABLE "portal_rate" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "product" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" jsonb NOT NULL,
	"sku" text,
	"category" text NOT NULL,
	"format" text DEFAULT 'limited' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"price_cents" bigint DEFAULT 0 NOT NULL,
	"cost_cents" bigint DEFAULT 0 NOT NULL,
	"tax_class" text,
	"picture_urls" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"release_on" date,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "product_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "product" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rate" (
	"key" text NOT NULL,
	"valid_from" date NOT NULL,
	"kind" text NOT NULL,
	"pct" numeric NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "rate_key_valid_from_pk" PRIMARY KEY("key","valid_from")
);
--> statement-breakpoint
ALTER TABLE "rate" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sku_mapping" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source" text NOT NULL,
	"sku" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"product_id" uuid,
	"variant_id" uuid,
	"by_hand" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"mapped_at" timestamp with time zone,
	CONSTRAINT "sku_mapping_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "sku_mapping" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "variant" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"size" text,
	"colour" text,
	"sku" text,
	"price_cents" bigint,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "variant_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "variant" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "member" (
	"portal_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"role" text NOT NULL,
	"grants" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"denies" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"last_seen_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "member_portal_id_person_id_pk" PRIMARY KEY("portal_id","person_id")
);
--> statement-breakpoint
ALTER TABLE "member" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "daily_visitor" (
	"portal_id" uuid NOT NULL,
	"day" date NOT NULL,
	"visitor_hash" "bytea" NOT NULL,
	CONSTRAINT "daily_visitor_portal_id_day_visitor_hash_pk" PRIMARY KEY("portal_id","day","visitor_hash")
);
--> statement-breakpoint
ALTER TABLE "daily_visitor" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "page_view" (
	"portal_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text DEFAULT 'view' NOT NULL,
	"visitor_hash" "bytea" NOT NULL,
	"opens_visit" boolean NOT NULL,
	"first_of_day" boolean NOT NULL,
	"path" text NOT NULL,
	"source" text,
	"medium" text,
	"campaign" text,
	"referrer" text,
	"channel" text NOT NULL,
	"country" text,
	"province" text,
	"city" text,
	"device" text NOT NULL,
	"browser" text NOT NULL,
	"link_id" uuid,
	"batch_id" uuid NOT NULL,
	CONSTRAINT "page_view_portal_id_id_pk" PRIMARY KEY("portal_id","id")
);
--> statement-breakpoint
ALTER TABLE "page_view" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visit_import_line" (
	"portal_id" uuid NOT NULL,
	"line_hash" bigint NOT NULL,
	CONSTRAINT "visit_import_line_portal_id_line_hash_pk" PRIMARY KEY("portal_id","line_hash")
);
--> statement-breakpoint
ALTER TABLE "visit_import_line" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visit_salt" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "visit_salt" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token" ADD CONSTRAINT "token_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link" ADD CONSTRAINT "link_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order" ADD CONSTRAINT "order_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_portal_id_order_id_order_portal_id_id_fk" FOREIGN KEY ("portal_id","order_id") REFERENCES "public"."order"("portal_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_source" ADD CONSTRAINT "order_source_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal" ADD CONSTRAINT "portal_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_rate" ADD CONSTRAINT "portal_rate_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku_mapping" ADD CONSTRAINT "sku_mapping_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant" ADD CONSTRAINT "variant_portal_id_product_id_product_portal_id_id_fk" FOREIGN KEY ("portal_id","product_id") REFERENCES "public"."product"("portal_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_view" ADD CONSTRAINT "page_view_portal_id_portal_id_fk" FOREIGN KEY ("portal_id") REFERENCES "public"."portal"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_portal_id_at_index" ON "activity" USING btree ("portal_id","at");--> statement-breakpoint
CREATE INDEX "activity_target_id_at_index" ON "activity" USING btree ("target_id","at");--> statement-breakpoint
CREATE INDEX "file_portal_id_index" ON "file" USING btree ("portal_id");--> statement-breakpoint
CREATE INDEX "idempotency_key_created_at_index" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mail_state_created_at_index" ON "mail" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "session_person_id_index" ON "session" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "session_expires_at_index" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "token_person_id_index" ON "token" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "token_expires_at_index" ON "token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "fact_batch_waiting" ON "fact_batch" USING btree ("created_at") WHERE rolled_at is null;--> statement-breakpoint
CREATE INDEX "sales_dimension_sku" ON "sales_dimension" USING btree ("grain","t") WHERE dimension = 'sku';--> statement-breakpoint
CREATE INDEX "link_id_index" ON "link" USING btree ("id");--> statement-breakpoint
CREATE INDEX "link_portal_id_position_index" ON "link" USING btree ("portal_id","position");--> statement-breakpoint
CREATE INDEX "import_run_portal_id_created_at_index" ON "import_run" USING btree ("portal_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_external" ON "order" USING btree ("portal_id","source","external_id");--> statement-breakpoint
CREATE INDEX "order_portal_id_placed_at_index" ON "order" USING btree ("portal_id","placed_at");--> statement-breakpoint
CREATE INDEX "order_line_portal_id_at_index" ON "order_line" USING btree ("portal_id","at");--> statement-breakpoint
CREATE INDEX "order_line_portal_id_sku_id_index" ON "order_line" USING btree ("portal_id","sku_id");--> statement-breakpoint
CREATE INDEX "order_line_batch_id_index" ON "order_line" USING btree ("batch_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_source_key" ON "order_source" USING btree ("source","key");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_code" ON "portal" USING btree ("code") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "portal_custom_url" ON "portal" USING btree ("custom_url") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "portal_one_master" ON "portal" USING btree ("account_id") WHERE master and deleted_at is null;--> statement-breakpoint
CREATE INDEX "portal_account_id_index" ON "portal" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "portal_name_index" ON "portal" USING btree ("name");--> statement-breakpoint
CREATE INDEX "product_id_index" ON "product" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "product_sku" ON "product" USING btree ("portal_id","sku") WHERE sku is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sku_mapping_sku" ON "sku_mapping" USING btree ("portal_id","source","sku");--> statement-breakpoint
CREATE INDEX "sku_mapping_id_index" ON "sku_mapping" USING btree ("id");--> statement-breakpoint
CREATE INDEX "sku_mapping_portal_id_product_id_index" ON "sku_mapping" USING btree ("portal_id","product_id");--> statement-breakpoint
CREATE INDEX "variant_portal_id_product_id_index" ON "variant" USING btree ("portal_id","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "variant_sku" ON "variant" USING btree ("portal_id","sku") WHERE sku is not null;--> statement-breakpoint
CREATE INDEX "member_person_id_index" ON "member" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "page_view_portal_id_visitor_hash_at_index" ON "page_view" USING btree ("portal_id","visitor_hash","at");--> statement-breakpoint
CREATE INDEX "page_view_portal_id_at_index" ON "page_view" USING btree ("portal_id","at");--> statement-breakpoint
CREATE INDEX "page_view_batch_id_index" ON "page_view" USING btree ("batch_id");--> statement-breakpoint
CREATE POLICY "read" ON "activity" AS PERMISSIVE FOR SELECT TO "backline_member" USING (portal_id = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "append" ON "activity" AS PERMISSIVE FOR INSERT TO "backline_member" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service_read" ON "activity" AS PERMISSIVE FOR SELECT TO "backline_service" USING (true);--> statement-breakpoint
CREATE POLICY "service_append" ON "activity" AS PERMISSIVE FOR INSERT TO "backline_service" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "file" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "file" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "own" ON "idempotency_key" AS PERMISSIVE FOR ALL TO "backline_member" USING (actor_id = (select nullif(current_setting('app.person', true), '')::uuid)) WITH CHECK (actor_id = (select nullif(current_setting('app.person', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "service" ON "idempotency_key" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "mail" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "setting" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "person" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "rate_limit" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "session" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "token" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "fact_batch" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "read" ON "sales_dimension" AS PERMISSIVE FOR SELECT TO "backline_member" USING (scope_id = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]) or scope_id = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "sales_dimension" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "read" ON "sales_total" AS PERMISSIVE FOR SELECT TO "backline_member" USING (scope_id = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]) or scope_id = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "sales_total" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "read" ON "visits_dimension" AS PERMISSIVE FOR SELECT TO "backline_member" USING (scope_id = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]) or scope_id = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "visits_dimension" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "read" ON "visits_total" AS PERMISSIVE FOR SELECT TO "backline_member" USING (scope_id = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]) or scope_id = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "visits_total" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "link" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "link" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "import_run" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "import_run" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "order" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "order" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "order_line" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "order_line" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "order_source" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "order_source" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "account" AS PERMISSIVE FOR ALL TO "backline_member" USING ("id" = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[])) WITH CHECK ("id" = any((select string_to_array(nullif(current_setting('app.accounts', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "account" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "portal" AS PERMISSIVE FOR ALL TO "backline_member" USING ("id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "portal" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "portal_rate" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "portal_rate" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "product" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "product" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "read" ON "rate" AS PERMISSIVE FOR SELECT TO "backline_member" USING (true);--> statement-breakpoint
CREATE POLICY "service" ON "rate" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "sku_mapping" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "sku_mapping" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "variant" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "variant" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "member" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "member" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "daily_visitor" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "daily_visitor" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "page_view" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "page_view" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant" ON "visit_import_line" AS PERMISSIVE FOR ALL TO "backline_member" USING ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[])) WITH CHECK ("portal_id" = any((select string_to_array(nullif(current_setting('app.portals', true), ''), ','))::uuid[]));--> statement-breakpoint
CREATE POLICY "service" ON "visit_import_line" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "service" ON "visit_salt" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);