-- Fuzzy search where the database brings pg_trgm (it is part of PostgreSQL and of the embedded one); without it search
-- still finds what contains the words. The expressions are those of `plain` in src/platform/like.ts.
do $$ begin
  create extension if not exists pg_trgm;
exception when others then
  raise notice 'pg_trgm is not available: %', sqlerrm;
end $$;
--> statement-breakpoint
do $$
declare
  place record;
begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then return; end if;
  for place in select * from (values
    ('search_contact_name', 'contact', 'name'),
    ('search_contact_email', 'contact', 'email'),
    ('search_person_name', 'person', 'name'),
    ('search_person_email', 'person', 'email'),
    ('search_portal_name', 'portal', 'name'),
    ('search_event_name', 'event', 'name'),
    ('search_product_es', 'product', 'name->>''es'''),
    ('search_product_en', 'product', 'name->>''en'''),
    ('search_product_sku', 'product', 'sku'),
    ('search_variant_sku', 'variant', 'sku')) as places(index_name, table_name, text_expression)
  loop
    execute format(
      'create index %I on %I using gin (translate(lower(%s), ''áàäâãéèëêíìïîóòöôõúùüûñç'', ''aaaaaeeeeiiiiooooouuuunc'') gin_trgm_ops)',
      place.index_name, place.table_name, place.text_expression);
  end loop;
end $$;
