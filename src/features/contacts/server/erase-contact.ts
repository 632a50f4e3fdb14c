import { eq, inArray, or } from 'drizzle-orm'
import { person } from '#features/account/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { Unprocessable } from '#platform/errors.ts'
import { idempotencyKey, mail } from '#platform/table.ts'
import { erasingPerson } from './occasions.ts'
import { contact, contactConsent, contactNote } from './table.ts'
import { contactVersion, liveContact } from './write-contact.ts'

/**
 * Erases a person's data: login with its sessions and memberships, notes, consents, mails kept for them, and everything
 * that the contact and its merged doubles say. The row itself stays without a name, so that references lead somewhere.
 * @throws Unprocessable when the name is another; Conflict when a portal would lose its last Owner.
 */
export async function eraseContact(tx: Tx, contactId: string, typedName: string, now: Date): Promise<void> {
  await contactVersion(tx, contactId)
  const { name, email, personId } = await liveContact(tx, contactId)
  if (typedName.trim() !== name) throw new Unprocessable({ name: { code: 'contacts.nameMismatch' } })
  if (personId) await eraseLogin(tx, personId)
  const all = await tx
    .select({ id: contact.id, email: contact.email })
    .from(contact)
    .where(or(eq(contact.id, contactId), eq(contact.mergedInto, contactId)))
  const ids = all.map(({ id }) => id)
  const addresses = [email, ...all.map((one) => one.email)].filter((one) => one !== null)
  await tx.delete(mail).where(inArray(mail.to, addresses))
  await tx.delete(contactNote).where(inArray(contactNote.contactId, ids))
  await tx.delete(contactConsent).where(inArray(contactConsent.contactId, ids))
  const nothing = { name: '', email: null, phone: null, organisation: null, accountId: null, tags: [] }
  await tx
    .update(contact)
    .set({ ...nothing, personId: null, erasedAt: now, updatedAt: now })
    .where(inArray(contact.id, ids))
}

/** Takes the login away; every portal that it owns has to have another Owner first. */
async function eraseLogin(tx: Tx, personId: string): Promise<void> {
  await erasingPerson.tell(tx, personId)
  await tx.delete(idempotencyKey).where(eq(idempotencyKey.actorId, personId))
  await tx.delete(person).where(eq(person.id, personId))
}
