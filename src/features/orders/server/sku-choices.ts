import { type SQL, sql } from 'drizzle-orm'
import type { Locale } from '#platform/constants.ts'
import { countRows } from '#platform/count.ts'
import type { Tx } from '#platform/db.ts'
import { contains, plain } from '#platform/like.ts'
import { select } from '#platform/select.ts'
import { wordsOf } from './suggest-target.ts'

export interface SkuChoice {
  value: string
  label: string
}

/** A product's name in the reader's language, where it has one there. */
export const nameIn = (locale: Locale) => sql`coalesce(nullif(d.name->>${locale}, ''), d.name->>'es')`

const value = sql<string>`d.id::text || coalesce('/' || v.id::text, '')`
const worded = (name: SQL) => sql<string>`concat_ws(' · ', ${name}, nullif(v.colour, ''), nullif(v.size, ''))`
const goodsIn = (locale: Locale) => ({ value, label: worded(nameIn(locale)) })
const mostShown = 50
const byName = sql`${plain(sql`d.name->>'es'`)}, d.id`
// Product by product: a plan for any portal walks all variants of one for each of its products (2.4 s where it has 14,000).
const withVariants = sql`d left join lateral (select * from variant v
  where v.portal_id = d.portal_id and v.product_id = d.id offset 0) v on true`

/** The first of what a portal's SKUs can stand for, its products and their variants, by name. */
export const firstSkuChoices = (tx: Tx, portalId: string, locale: Locale): Promise<SkuChoice[]> =>
  select(
    tx,
    goodsIn(locale),
    sql`(select d.* from product d where d.portal_id = ${portalId} order by ${byName} limit ${mostShown}) ${withVariants}
      order by ${byName}, v.position, v.id limit ${mostShown}`,
  )

/** The first of those that have all the words in their name, size, colour or SKU, and how many there are. */
export async function findSkuChoices(
  tx: Tx,
  portalId: string,
  locale: Locale,
  q = '',
): Promise<{ choices: SkuChoice[]; total: number }> {
  const text = sql`concat_ws(' ', d.name->>'es', d.name->>'en', d.sku, v.colour, v.size, v.sku)`
  const words = q.split(/\s+/).filter(Boolean)
  const where = sql.join(
    [sql`d.portal_id = ${portalId}`, ...words.map((word) => contains(text, word))],
    sql` and `,
  )
  const of = sql`product ${withVariants} where ${where}`
  const choices =
    words.length === 0
      ? await firstSkuChoices(tx, portalId, locale)
      : await select(tx, goodsIn(locale), sql`${of} order by ${byName}, v.position, v.id limit ${mostShown}`)
  return { choices, total: await countRows(tx, of) }
}

/** Among how many goods of a portal one is suggested. */
const mostCompared = 2000

/** A SKU as suggestions are looked for. */
interface Asked {
  portalId: string
  sku: string
  name: string
}

const names = {
  id: sql<string>`d.id::text`,
  portalId: sql<string>`d.portal_id::text`,
  name: sql<string>`d.name->>'es'`,
}

/**
 * What these SKUs may stand for, in two questions for all of them: goods whose name's words all stand in a SKU of their portal,
 * then those with their variants. `label` is what shops are likely to call it, whoever reads; `name` what the reader does.
 */
export async function choicesFor(tx: Tx, skus: readonly Asked[], locale: Locale) {
  const said = new Map<string, Set<string>>()
  for (const { portalId, sku, name } of skus) {
    const words = said.get(portalId) ?? new Set()
    for (const word of [...wordsOf(sku), ...wordsOf(name)]) words.add(word)
    said.set(portalId, words)
  }
  if (said.size === 0) return []
  const goods = await select(
    tx,
    names,
    sql`unnest(${sql.param(`{${[...said.keys()].join(',')}}`)}::uuid[]) p(id)
      cross join lateral (select d.* from product d where d.portal_id = p.id order by d.id limit ${mostCompared}) d`,
  )
  const likely = goods.filter(({ portalId, name }) => {
    const words = said.get(portalId)
    return words && wordsOf(name).every((word) => words.has(word))
  })
  if (likely.length === 0) return []
  return select(
    tx,
    {
      portalId: sql<string>`d.portal_id::text`,
      value,
      label: worded(sql`d.name->>'es'`),
      name: worded(nameIn(locale)),
    },
    sql`product ${withVariants} where d.id = any(${sql.param(likely.map(({ id }) => id))}::uuid[])`,
  )
}
