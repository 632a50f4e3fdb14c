CREATE TABLE "search_word" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_word" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "service" ON "search_word" AS PERMISSIVE FOR ALL TO "backline_service" USING (true) WITH CHECK (true);
--> statement-breakpoint
-- A text as the words that search knows it by. The folding is that of `plain` in src/platform/like.ts; the indexes below
-- are named by src/features/search/server/sources.ts.
-- Its cost keeps the planner from reading whole tables word by word; written in SQL it would be taken apart and look cheap.
create function search_words(words text) returns tsvector language plpgsql immutable strict parallel safe cost 5000 as $$
begin
  return array_to_tsvector(string_to_array(btrim(regexp_replace(
    translate(lower(words), 'áàäâãéèëêíìïîóòöôõúùüûñç', 'aaaaaeeeeiiiiooooouuuunc'), '[^[:alnum:]]+', ' ', 'g')), ' '));
end
$$;
--> statement-breakpoint
create index search_portal_words on portal using gin (search_words(name || ' ' || code || ' ' || custom_url)) with (fastupdate = off);
--> statement-breakpoint
create index search_product_words on product using gin (search_words((name->>'es') || ' ' || coalesce(name->>'en', '') || ' ' || coalesce(sku, ''))) with (fastupdate = off);
--> statement-breakpoint
create index search_variant_words on variant using gin (search_words(sku)) with (fastupdate = off);
--> statement-breakpoint
create index search_event_words on event using gin (search_words(name || ' ' || coalesce(venue, '') || ' ' || coalesce(city, ''))) with (fastupdate = off);
--> statement-breakpoint
create index search_contact_words on contact using gin (search_words(name || ' ' || coalesce(email, ''))) with (fastupdate = off);
--> statement-breakpoint
create index search_person_words on person using gin (search_words(name || ' ' || email)) with (fastupdate = off);
--> statement-breakpoint
do $$
declare
  place record;
begin
  for place in select * from (values
    ('search_portal_begin', 'portal', 'name'),
    ('search_product_es_begin', 'product', 'name->>''es'''),
    ('search_product_en_begin', 'product', 'name->>''en'''),
    ('search_product_sku_begin', 'product', 'sku'),
    ('search_variant_sku_begin', 'variant', 'sku'),
    ('search_event_begin', 'event', 'name'),
    ('search_contact_begin', 'contact', 'name'),
    ('search_person_begin', 'person', 'name')) as places(index_name, table_name, text_expression)
  loop
    execute format(
      'create index %I on %I (translate(lower(%s), ''áàäâãéèëêíìïîóòöôõúùüûñç'', ''aaaaaeeeeiiiiooooouuuunc'') text_pattern_ops)',
      place.index_name, place.table_name, place.text_expression);
  end loop;
end $$;
--> statement-breakpoint
-- Known words by how they begin; resembling ones where the database brings pg_trgm (see 0014).
create index search_word_begin on search_word (word text_pattern_ops);
--> statement-breakpoint
do $$ begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index search_word_near on search_word using gin (word gin_trgm_ops);
  end if;
end $$;
