ALTER TABLE "person" ADD COLUMN "first_hour_ended_at" timestamp with time zone;
--> statement-breakpoint
-- What a deleted release was is kept for whoever takes the deletion back; the addresses left for it are not.
create trigger kept after update or delete on release for each row
  when (nullif(current_setting('app.undo', true), '') is not null) execute function keep_row();
