-- Contacts by any part of their organisation or of their telephone's figures, where the database brings pg_trgm (see 0014), as by name
-- and address already; without it each is looked at. And by a tag, which few have.
do $$ begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then return; end if;
  create index search_contact_organisation on contact using gin (translate(lower(organisation), 'áàäâãéèëêíìïîóòöôõúùüûñç', 'aaaaaeeeeiiiiooooouuuunc') gin_trgm_ops) where organisation is not null;
  create index search_contact_phone on contact using gin (translate(phone, E' \t\u00a0().-', '') gin_trgm_ops) where phone is not null;
end $$;
--> statement-breakpoint
create index contact_by_tag on contact using gin (tags jsonb_path_ops) where tags <> '[]'::jsonb;
