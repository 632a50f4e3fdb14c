-- Messages by any part of their own words, where the database brings pg_trgm (see 0014); without it each is looked at.
do $$ begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then return; end if;
  create index message_words on message using gin (((words->'title'->>'es') || ' / ' || coalesce(words->'title'->>'en', '')) gin_trgm_ops) where post_id is null;
end $$;
