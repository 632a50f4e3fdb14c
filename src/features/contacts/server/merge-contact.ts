import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { BadInput, Conflict } from '#platform/errors.ts'
import { contact, contactConsent, contactNote } from './table.ts'
import { contactVersion, liveContact } from './write-contact.ts'

/**
 * Makes one contact of two. The kept one keeps what it says and takes the rest from the double: what it lacks, tags,
 * notes, consents, login. The double stays as history.
 * @throws Conflict when both have a login: two ways in are two people, until one of them is given up.
 */
export async function mergeContact(tx: Tx, keptId: string, doubleId: string, now: Date): Promise<void> {
  if (keptId === doubleId) throw new BadInput('invalidInput', { doubleId: { code: 'contacts.mergeSelf' } })
  // Locked by id order: two merges in opposite directions would wait for each other.
  for (const id of [keptId, doubleId].sort()) await contactVersion(tx, id)
  const [kept, double] = [await liveContact(tx, keptId), await liveContact(tx, doubleId)]
  if (kept.personId && double.personId) throw new Conflict('contacts.bothLogins', { field: 'doubleId' })
  await tx
    .update(contact)
    .set({
      personId: null,
      name: double.name,
      email: double.email,
      mergedInto: keptId,
      mergedAt: now,
      version: sql`${contact.version} + 1`,
    })
    .where(eq(contact.id, doubleId))
  await tx
    .update(contact)
    .set({
      personId: kept.personId ?? double.personId,
      email: kept.email ?? double.email,
      phone: kept.phone ?? double.phone,
      organisation: kept.organisation ?? double.organisation,
      accountId: (kept.account ?? double.account)?.id,
      tags: [...new Set([...kept.tags, ...double.tags])],
      version: sql`${contact.version} + 1`,
      updatedAt: now,
    })
    .where(eq(contact.id, keptId))
  await tx.update(contact).set({ mergedInto: keptId }).where(eq(contact.mergedInto, doubleId))
  await tx.update(contactNote).set({ contactId: keptId }).where(eq(contactNote.contactId, doubleId))
  await tx.update(contactConsent).set({ contactId: keptId }).where(eq(contactConsent.contactId, doubleId))
}
