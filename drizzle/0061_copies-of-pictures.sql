ALTER TABLE "link" ADD COLUMN "picture_asked" text;--> statement-breakpoint
ALTER TABLE "link" ADD COLUMN "picture_copy" text;--> statement-breakpoint
CREATE INDEX "link_picture_waiting" ON "link" USING btree ("id") WHERE picture_url is not null and picture_asked is distinct from picture_url;