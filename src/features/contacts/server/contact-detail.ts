import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import { countRows } from '#platform/count.ts'
import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { plain } from '#platform/like.ts'
import { iso, maybe, select } from '#platform/select.ts'
import type { Contact, ContactDetail } from '../contract.ts'
import { contactById } from './queries.ts'
import { contact, contactConsent, contactNote, phoneEnd } from './table.ts'

/** So many of the newest are shown; how many there are is said beside them. */
const [notesShown, consentsShown] = [500, 200]

const n = alias(contactNote, 'n')
const w = alias(person, 'w')
const c = alias(contact, 'c')

/** A contact with all that its page shows. @throws NotFound. */
export async function contactDetail(tx: Tx, contactId: string): Promise<ContactDetail> {
  const contact = await contactById(tx, contactId)
  if (!contact) throw new NotFound()
  return {
    ...contact,
    notes: await notesOf(tx, contactId),
    notesTotal: await countRows(tx, sql`contact_note where contact_id = ${contactId}`),
    consentHistory: await consentsOf(tx, contactId),
    consentTotal: await countRows(tx, sql`contact_consent where contact_id = ${contactId}`),
    merged: await mergedInto(tx, contactId),
    doubles: contact.erasedAt ? [] : await doublesOf(tx, contact),
  }
}

const notesOf = (tx: Tx, contactId: string) =>
  select(
    tx,
    { id: n.id, text: n.text, author: maybe(w.name), createdAt: iso(n.createdAt) },
    sql`contact_note n left join person w on w.id = n.author_id
      where n.contact_id = ${contactId} order by n.created_at desc, n.id desc limit ${notesShown}`,
  )

const e = alias(contactConsent, 'e')
/** The newest answers, and the latest of each kind in any case: it is the one that holds. */
const consentsOf = (tx: Tx, contactId: string) =>
  select(
    tx,
    { kind: e.kind, given: e.given, source: e.source, at: iso(e.at) },
    sql`(select c.*, row_number() over (order by c.at desc, c.id desc) as nth,
        row_number() over (partition by c.kind order by c.at desc, c.id desc) as nth_of_kind
      from contact_consent c where c.contact_id = ${contactId}) e
      where e.nth <= ${consentsShown} or e.nth_of_kind = 1 order by e.nth`,
  )

const mergedInto = (tx: Tx, contactId: string) =>
  select(
    tx,
    { id: c.id, name: c.name, email: c.email, mergedAt: iso(sql<Date>`c.merged_at`) },
    sql`contact c where c.merged_into = ${contactId} order by c.merged_at desc`,
  )

/** The same address, telephone or name; who signs in has the name at the same organisation or account too. */
function doublesOf(tx: Tx, { id, name, email, phone, organisation, account }: Contact) {
  const end = phoneEnd(sql`${phone}::text`)
  const called = plain(sql`${name}::text`)
  const own = sql`contact c where c.person_id is null`
  const signsIn = sql`person p join contact c on c.person_id = p.id where`
  return select(
    tx,
    {
      id: c.id,
      name: sql<string>`coalesce(p.name, c.name)`,
      email: sql<string | null>`coalesce(p.email, c.email)`,
      login: sql<boolean>`c.person_id is not null`,
    },
    // Each way of being the same by its own index: asked for together, every contact is read.
    sql` contact c left join person p on p.id = c.person_id
      where c.id <> ${id} and c.erased_at is null and c.merged_into is null and c.id in (
        select c.id from ${own} and c.email = ${email}
        union select c.id from ${signsIn} p.email = ${email}
        union select c.id from contact c where ${end} <> '' and ${phoneEnd(sql`c.phone`)} = ${end}
        union select c.id from ${own} and ${plain(sql`c.name`)} = ${called}
        union select c.id from ${signsIn} ${plain(sql`p.name`)} = ${called}
          and (c.account_id = ${account?.id ?? null} or ${plain(sql`c.organisation`)} = ${plain(sql`${organisation}::text`)}))
      order by ${plain(sql`coalesce(p.name, c.name)`)}, c.id limit 10`,
  )
}
