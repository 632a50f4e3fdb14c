-- Orders and bills by any part of their number, where the database brings pg_trgm (see 0014); without it the search
-- finds orders by how their numbers end. An index of trigrams, not of beginnings: people read numbers out of the middle.
do $$ begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then return; end if;
  create index order_number_part on "order" using gin (lower(external_id) gin_trgm_ops);
  create index bill_number_part on bill using gin (lower(number) gin_trgm_ops);
end $$;
