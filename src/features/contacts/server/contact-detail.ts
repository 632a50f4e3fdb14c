import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { plain } from '#platform/like.ts'
import type { ConsentKind, ConsentSource } from '../choices.ts'
import type { Contact, ContactDetail } from '../contract.ts'
import { contactById } from './queries.ts'

type At<T, Key extends string> = Omit<T, Key> & Record<Key, Date | string>
const iso = (moment: Date | string) => new Date(moment).toISOString()

/** A contact with all that its page shows. @throws NotFound. */
export async function contactDetail(tx: Tx, contactId: string): Promise<ContactDetail> {
  const contact = await contactById(tx, contactId)
  if (!contact) throw new NotFound()
  return {
    ...contact,
    notes: await notesOf(tx, contactId),
    consentHistory: await consentsOf(tx, contactId),
    merged: await mergedInto(tx, contactId),
    doubles: contact.erasedAt ? [] : await doublesOf(tx, contact),
  }
}

async function notesOf(tx: Tx, contactId: string) {
  type Note = At<ContactDetail['notes'][number], 'createdAt'>
  const found = await rows<Note>(
    tx,
    sql`select n.id, n.text, w.name as author, n.created_at as "createdAt"
      from contact_note n left join person w on w.id = n.author_id
      where n.contact_id = ${contactId} order by n.created_at desc, n.id desc limit 500`,
  )
  return found.map((note) => ({ ...note, createdAt: iso(note.createdAt) }))
}

async function consentsOf(tx: Tx, contactId: string) {
  const found = await rows<{
    kind: ConsentKind
    given: boolean
    source: ConsentSource
    at: Date | string
  }>(
    tx,
    sql`select kind, given, source, at from contact_consent
      where contact_id = ${contactId} order by at desc, id desc limit 200`,
  )
  return found.map((one) => ({ ...one, at: iso(one.at) }))
}

async function mergedInto(tx: Tx, contactId: string) {
  type Merged = At<ContactDetail['merged'][number], 'mergedAt'>
  const found = await rows<Merged>(
    tx,
    sql`select id, name, email, merged_at as "mergedAt" from contact
      where merged_into = ${contactId} order by merged_at desc`,
  )
  return found.map((one) => ({ ...one, mergedAt: iso(one.mergedAt) }))
}

/** The same address or telephone, or the same name at the same organisation or account. */
function doublesOf(tx: Tx, { id, name, email, phone, organisation, account }: Contact) {
  const digits = phone?.replace(/\D/g, '').slice(-9) ?? ''
  return rows<ContactDetail['doubles'][number]>(
    tx,
    sql`select c.id, coalesce(p.name, c.name) as name, coalesce(p.email, c.email) as email,
        c.person_id is not null as login
      from contact c left join person p on p.id = c.person_id
      where c.id <> ${id} and c.erased_at is null and c.merged_into is null and (
        coalesce(p.email, c.email) = ${email}
        or (${digits}::text <> '' and right(regexp_replace(c.phone, '[^0-9]', '', 'g'), 9) = ${digits})
        or (${plain(sql`coalesce(p.name, c.name)`)} = ${plain(sql`${name}::text`)}
          and (c.person_id is null or c.account_id = ${account?.id ?? null}
            or ${plain(sql`c.organisation`)} = ${plain(sql`${organisation}::text`)})))
      order by ${plain(sql`coalesce(p.name, c.name)`)}, c.id limit 10`,
  )
}
