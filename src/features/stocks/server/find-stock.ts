import { type SQL, sql } from 'drizzle-orm'
import { elevated, rows, type Tx } from '#platform/db.ts'
import { idsByWords } from '#platform/found-by-words.ts'
import { contains } from '#platform/like.ts'

/**
 * A condition on products `d` and their variants `v` that leaves what may hold what was typed, found by the index of words;
 * the query looks into the texts itself. Undefined where the index cannot tell.
 */
export async function matchingOf(
  tx: Tx,
  q: string,
  inPortals: (column: SQL) => SQL,
): Promise<SQL | undefined> {
  const ids = await idsByWords(tx, q, [
    {
      from: sql`product d`,
      id: sql`d.id`,
      words: sql`search_words((d.name->>'es') || ' ' || coalesce(d.name->>'en', '') || ' ' || coalesce(d.sku, ''))`,
      where: sql`${inPortals(sql`d.portal_id`)}
        and (${contains(sql`d.name->>'es'`, q)} or ${contains(sql`coalesce(d.name->>'en', '')`, q)}
          or ${contains(sql`coalesce(d.sku, '')`, q)})`,
    },
    {
      from: sql`variant v`,
      id: sql`v.product_id`,
      words: sql`search_words(v.sku)`,
      where: sql`${inPortals(sql`v.portal_id`)} and ${contains(sql`coalesce(v.sku, '')`, q)}`,
    },
  ])
  if (!ids) return undefined
  const named = sql`d.id = any(${sql.param(`{${ids.join(',')}}`)}::uuid[])`
  const colours = await coloursWith(tx, q)
  return colours.length > 0 ? sql`(${named} or v.colour = any(${sql.param(colours)}))` : named
}

/** The colours of variants that hold what was typed: there are few, and their index is walked from one to the next. */
const coloursWith = (tx: Tx, q: string) =>
  elevated(tx, 'index', async () => {
    const next = (after: SQL) =>
      sql`(select v.colour from variant v where v.colour > ${after} order by v.colour limit 1)`
    const found = await rows<{ colour: string }>(
      tx,
      sql`with recursive each as (
          select ${next(sql`''`)} as colour
          union all select ${next(sql`e.colour`)} from each e where e.colour is not null)
        select colour from each where colour is not null and ${contains(sql`colour`, q)}`,
    )
    return found.map(({ colour }) => colour)
  })
