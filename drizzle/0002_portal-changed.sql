-- Every change of a portal leaves an activity row, whoever makes it: told on commit, so that each process drops the
-- pages that it keeps in memory.
CREATE FUNCTION "tell_portal_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('portal_changed', changed.portal_id::text)
  FROM (SELECT DISTINCT portal_id FROM inserted WHERE portal_id IS NOT NULL) changed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "portal_changed" AFTER INSERT ON "activity" REFERENCING NEW TABLE AS inserted
FOR EACH STATEMENT EXECUTE FUNCTION "tell_portal_changed"();
