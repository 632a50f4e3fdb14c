import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { blank, blankVariant } from '#features/products/server/blank-table.ts'
import type { Locale } from '#platform/constants.ts'
import { rows, type Tx } from '#platform/db.ts'
import { BadInput, Conflict, NotFound } from '#platform/errors.ts'
import type { Blank, BlankDraft } from '../contract.ts'
import { getBlank } from './queries.ts'

/** Locks a blank and answers its version. */
export async function blankVersion(tx: Tx, blankId: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ version: blank.version })
    .from(blank)
    .where(eq(blank.id, blankId))
    .for('update')
  return row?.version
}

/** One blank. @throws NotFound */
export async function blankOf(tx: Tx, blankId: string, locale: Locale = 'es'): Promise<Blank> {
  const found = await getBlank(tx, blankId, locale)
  if (!found) throw new NotFound()
  return found
}

/** Adds a blank. @throws BadInput by the field. */
export async function createBlank(tx: Tx, { variants, ...draft }: BlankDraft): Promise<Blank> {
  const id = v7()
  await check(tx, id, { variants, ...draft })
  await tx.insert(blank).values({ id, ...draft })
  await saveVariants(tx, id, variants)
  return blankOf(tx, id)
}

/** Replaces what the draft names. @throws BadInput by the field. */
export async function updateBlank(tx: Tx, blankId: string, draft: BlankDraft): Promise<Blank> {
  await check(tx, blankId, draft)
  const { name, type, supplier, reference } = draft
  await tx.execute(sql`update blank set name = ${name}, type = ${type}, supplier = ${supplier}, reference = ${reference},
    version = version + 1, updated_at = clock_timestamp() where id = ${blankId}`)
  await saveVariants(tx, blankId, draft.variants)
  return blankOf(tx, blankId)
}

/** @throws Conflict while a product is made on it. */
export async function deleteBlank(tx: Tx, blankId: string): Promise<Blank> {
  await blankVersion(tx, blankId)
  const before = await blankOf(tx, blankId)
  const [used] = await rows(tx, sql`select 1 from product where blank_id = ${blankId} limit 1`)
  if (used) throw new Conflict('blanks.inUse')
  await tx.execute(sql`delete from blank where id = ${blankId}`)
  return before
}

async function check(tx: Tx, blankId: string, draft: BlankDraft): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('blanks', 0))`)
  const fields: Record<string, { code: string }> = {}
  const [taken] = await rows(
    tx,
    sql`select 1 from blank where supplier = ${draft.supplier} and reference = ${draft.reference} and id <> ${blankId}`,
  )
  if (taken) fields.reference = { code: 'blanks.referenceTaken' }
  const present = await tx.select({ id: blankVariant.id, blankId: blankVariant.blankId }).from(blankVariant)
  const kinds = draft.variants.map(({ size, colour }) => `${size}|${colour}`)
  draft.variants.forEach(({ id, supply, alternativeId }, at) => {
    if (kinds.indexOf(kinds[at] ?? '') !== at) fields[`variants.${at}.size`] = { code: 'blanks.variantTwice' }
    if (id && !present.some((one) => one.id === id && one.blankId === blankId))
      fields[`variants.${at}.size`] = { code: 'blanks.variantUnknown' }
    if (supply !== 'alternative') return
    const stands = present.some((one) => one.id === alternativeId)
    if (!stands || alternativeId === id)
      fields[`variants.${at}.alternativeId`] = { code: 'blanks.alternativeMissing' }
  })
  if (Object.keys(fields).length > 0) throw new BadInput('invalidInput', fields)
}

async function saveVariants(tx: Tx, blankId: string, drafts: BlankDraft['variants']): Promise<void> {
  const kept = drafts.flatMap(({ id }) => (id ? [id] : []))
  await tx.execute(sql`delete from blank_variant where blank_id = ${blankId}
    and not id = any(${sql.param(`{${kept.join(',')}}`)}::uuid[])`)
  // Sizes may be swapped among them: renamed first, they never meet.
  await tx.execute(sql`update blank_variant set size = id::text where blank_id = ${blankId}`)
  for (const [position, draft] of drafts.entries()) {
    const { size, colour, costCents, supply, alternativeId } = draft
    await tx.execute(sql`insert into blank_variant (id, blank_id, size, colour, cost_cents, supply, alternative_id, position)
      values (${draft.id ?? v7()}, ${blankId}, ${size}, ${colour}, ${costCents}, ${supply},
        ${supply === 'alternative' ? (alternativeId ?? null) : null}, ${position})
      on conflict (id) do update set size = excluded.size, colour = excluded.colour, cost_cents = excluded.cost_cents,
        supply = excluded.supply, alternative_id = excluded.alternative_id, position = excluded.position`)
  }
}
