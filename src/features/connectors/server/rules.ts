import { asc, eq } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import type { RuleKind } from '../choices.ts'
import { shopRule } from './table.ts'

export interface Rule {
  kind: RuleKind
  value: string
  targetId: string
}

/** What of a shop belongs elsewhere, the first rule that fits first. */
export const readRules = (tx: Tx, { connectorId }: { connectorId: string }): Promise<Rule[]> =>
  tx
    .select({ kind: shopRule.kind, value: shopRule.value, targetId: shopRule.targetId })
    .from(shopRule)
    .where(eq(shopRule.connectorId, connectorId))
    .orderBy(asc(shopRule.position))

export interface Ruled {
  vendor: string
  tags: readonly string[]
  collections: readonly string[]
}

/** As names of makers, tags and collections are compared. */
export const plain = (text: string) => text.trim().toLocaleLowerCase('es')

/** The portal that the first rule names which fits; undefined: the connector's own. */
export function targetOf(
  rules: readonly Rule[],
  { vendor, tags, collections }: Ruled,
  sku: string,
): string | undefined {
  const fits = ({ kind, value }: Rule) => {
    const wanted = plain(value)
    if (kind === 'vendor') return plain(vendor) === wanted
    if (kind === 'tag') return tags.some((tag) => plain(tag) === wanted)
    if (kind === 'collection') return collections.some((one) => plain(one) === wanted)
    return plain(sku).startsWith(wanted)
  }
  return rules.find(fits)?.targetId
}
