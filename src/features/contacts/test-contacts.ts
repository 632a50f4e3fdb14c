import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { person } from '#features/account/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { contact, contactConsent, contactNote } from './server/table.ts'

type Row<T extends { $inferInsert: unknown }> = Partial<T['$inferInsert']>

/** Of letters that no test looks for: an id has an `a` or a `c` now and then. */
export const addressOf = (id: string) =>
  `${id.replaceAll('-', '').replace(/./g, (digit) => 'ghijklmnopqrstuv'.charAt(Number.parseInt(digit, 16)))}@sala.test`

/** A world in which contacts, and what is kept of them, are put by hand. */
export function contactRows() {
  const world = testDatabase()
  const run = <T>(of: (tx: Tx) => Promise<T>) => inTrial(world.database, of)

  const put = async (row: Row<typeof contact> = {}): Promise<string> => {
    const id = row.id ?? v7()
    await run((tx) => tx.insert(contact).values({ name: 'Alguien', source: 'staff', ...row, id }))
    return id
  }
  /** Somebody who can sign in, and no contact yet. */
  const putPerson = async (row: Row<typeof person> = {}): Promise<string> => {
    const id = row.id ?? v7()
    const own = { email: addressOf(id), name: 'Con Acceso', passwordHash: 'x' }
    await run((tx) => tx.insert(person).values({ ...own, ...row, id }))
    return id
  }
  const putNote = (contactId: string, row: Row<typeof contactNote> = {}) =>
    run((tx) => tx.insert(contactNote).values({ contactId, text: 'Nota', ...row }))
  const putConsent = (contactId: string, row: Row<typeof contactConsent> = {}) =>
    run((tx) =>
      tx
        .insert(contactConsent)
        .values({ contactId, kind: 'news', given: true, source: 'form', at: new Date(0), ...row }),
    )

  const read = async (id: string) => {
    const [row] = await run((tx) => tx.select().from(contact).where(eq(contact.id, id)))
    if (!row) throw new Error('no contact')
    return row
  }
  const notesOf = async (id: string) =>
    (await run((tx) => tx.select().from(contactNote).where(eq(contactNote.contactId, id)))).map(
      ({ text }) => text,
    )
  const consentsOf = (id: string) =>
    run((tx) => tx.select().from(contactConsent).where(eq(contactConsent.contactId, id)))
  return { world, run, put, putPerson, putNote, putConsent, read, notesOf, consentsOf }
}
