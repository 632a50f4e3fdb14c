import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { type Frequency, type MessageKind, messageKinds, usualFrequency } from '../choices.ts'
import type { Preference } from '../contract.ts'
import { message, notificationPreference } from './table.ts'

/** How often each of these people wants mail of a kind: said by themselves, or the usual. */
export async function preferencesOf(
  tx: Tx,
  personIds: readonly string[],
  kind: MessageKind,
): Promise<(personId: string) => Frequency> {
  const said = await tx
    .select()
    .from(notificationPreference)
    .where(
      and(
        eq(notificationPreference.kind, kind),
        personIds.length > 0 ? inArray(notificationPreference.personId, [...personIds]) : sql`false`,
      ),
    )
  const byPerson = new Map(said.map(({ personId, frequency }) => [personId, frequency]))
  return (personId) => byPerson.get(personId) ?? usualFrequency[kind]
}

/** Every kind with how often one person wants it. */
export async function ownPreferences(tx: Tx, personId: string): Promise<Preference[]> {
  const said = await tx
    .select()
    .from(notificationPreference)
    .where(eq(notificationPreference.personId, personId))
  const byKind = new Map(said.map(({ kind, frequency }) => [kind, frequency]))
  return messageKinds.map((kind) => ({ kind, frequency: byKind.get(kind) ?? usualFrequency[kind] }))
}

/**
 * Keeps what somebody wants of the kinds that are named; the others stay. What waits for the summary of the day and is no longer
 * wanted by mail is not in it.
 */
export async function keepPreferences(
  tx: Tx,
  personId: string,
  wanted: readonly Preference[],
): Promise<void> {
  for (const { kind, frequency } of wanted)
    await tx
      .insert(notificationPreference)
      .values({ personId, kind, frequency })
      .onConflictDoUpdate({
        target: [notificationPreference.personId, notificationPreference.kind],
        set: { frequency },
      })
  const off = wanted.flatMap(({ kind, frequency }) => (frequency === 'off' ? [kind] : []))
  if (off.length > 0)
    await tx
      .update(message)
      .set({ mailing: 'none' })
      .where(and(eq(message.personId, personId), eq(message.mailing, 'digest'), inArray(message.kind, off)))
}
