CREATE TABLE "type_rollup" (
	"kind" text PRIMARY KEY NOT NULL,
	"asked" integer NOT NULL,
	"made" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "type_rollup" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "service" ON "type_rollup" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);
--> statement-breakpoint
INSERT INTO "type_rollup" ("kind", "asked", "made") VALUES ('orders', 1, 0), ('visits', 1, 0);
