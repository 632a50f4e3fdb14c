import { and, eq } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { BadInput, NotFound } from '#platform/errors.ts'
import type { ConsentKind, ConsentSource } from '../choices.ts'
import { contactConsent, contactNote } from './table.ts'
import { liveContact } from './write-contact.ts'

/** Writes a note about a contact. @throws NotFound. */
export async function addNote(tx: Tx, contactId: string, authorId: string, text: string): Promise<void> {
  await liveContact(tx, contactId)
  await tx.insert(contactNote).values({ contactId, authorId, text })
}

/** Deletes a note. @throws NotFound. */
export async function deleteNote(tx: Tx, contactId: string, noteId: string): Promise<void> {
  const deleted = await tx
    .delete(contactNote)
    .where(and(eq(contactNote.contactId, contactId), eq(contactNote.id, noteId)))
    .returning({ id: contactNote.id })
  if (deleted.length === 0) throw new NotFound()
}

interface Answer {
  kind: ConsentKind
  given: boolean
  source: ConsentSource
  at?: string | undefined
}

/** Adds an answer to a question of consent; earlier ones stay. @throws BadInput for an answer of tomorrow. */
export async function recordConsent(
  tx: Tx,
  contactId: string,
  recordedBy: string,
  now: Date,
  { kind, given, source, at }: Answer,
): Promise<void> {
  await liveContact(tx, contactId)
  const moment = at ? new Date(at) : now
  if (moment > now) throw new BadInput('invalidInput', { at: { code: 'contacts.consentInFuture' } })
  await tx.insert(contactConsent).values({ contactId, kind, given, source, at: moment, recordedBy })
}
