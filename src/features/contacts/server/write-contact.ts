import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import { person } from '#features/account/server/table.ts'
import { account } from '#features/portals/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { BadInput, Conflict, NotFound, Unprocessable } from '#platform/errors.ts'
import { select } from '#platform/select.ts'
import type { Contact, ContactDraft } from '../contract.ts'
import { contactById } from './queries.ts'
import { contact } from './table.ts'

/** Writes down a person without a login. @throws Conflict when the address is a contact's already. */
export async function createContact(tx: Tx, draft: ContactDraft): Promise<string> {
  await lockAddresses(tx)
  await refuseKnown(tx, draft.email)
  const id = v7()
  await tx.insert(contact).values({ id, source: 'staff', ...(await valuesOf(tx, draft)) })
  return id
}

/** Locks a contact and answers its version; erased and merged ones are no longer edited. */
export async function contactVersion(tx: Tx, contactId: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ version: contact.version })
    .from(contact)
    .where(and(eq(contact.id, contactId), isNull(contact.erasedAt), isNull(contact.mergedInto)))
    .for('update')
  return row?.version
}

/** Replaces what staff know of a contact. @throws BadInput for the name or address of somebody with a login. */
export async function updateContact(tx: Tx, contactId: string, draft: ContactDraft): Promise<void> {
  const before = await liveContact(tx, contactId)
  const values = await valuesOf(tx, draft)
  if (before.personId) refuseOwn(before, values)
  else if (values.email !== before.email) {
    await lockAddresses(tx)
    await refuseKnown(tx, values.email)
  }
  await tx
    .update(contact)
    .set({ ...values, version: sql`${contact.version} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(eq(contact.id, contactId))
}

/** A contact that is neither erased nor merged. @throws NotFound. */
export async function liveContact(tx: Tx, contactId: string): Promise<Contact> {
  const found = await contactById(tx, contactId)
  if (!found || found.erasedAt) throw new NotFound()
  return found
}

/** Contacts that are written at once look for each other's addresses one after the other. */
export const lockAddresses = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('contact addresses', 0))`)

const c = alias(contact, 'c')
async function refuseKnown(tx: Tx, email: string | null | undefined): Promise<void> {
  if (!email) return
  const known = await select(
    tx,
    { id: c.id },
    sql`contact c left join person p on p.id = c.person_id
      where coalesce(p.email, c.email) = ${email} and c.erased_at is null and c.merged_into is null limit 1`,
  )
  if (known.length > 0) throw new Conflict('contacts.emailKnown', { field: 'email' })
  const [staff] = await tx
    .select({ id: person.id })
    .from(person)
    .where(and(eq(person.email, email), person.staff))
  if (staff) throw new Conflict('contacts.emailOfStaff', { field: 'email' })
}

function refuseOwn(before: Contact, values: { name: string; email: string | null }): void {
  const own = { code: 'contacts.ownField' }
  const fields = {
    ...(values.name === before.name ? {} : { name: own }),
    ...(values.email === before.email ? {} : { email: own }),
  }
  if (Object.keys(fields).length > 0) throw new BadInput('invalidInput', fields)
}

async function valuesOf(tx: Tx, draft: ContactDraft) {
  const { name, email, phone, organisation, accountId, tags } = draft
  if (accountId) {
    const found = await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId))
    if (found.length === 0) throw new Unprocessable({ accountId: { code: 'portals.accountUnknown' } })
  }
  return {
    name,
    email: email ?? null,
    phone: phone || null,
    organisation: organisation || null,
    accountId: accountId ?? null,
    tags: [...new Set(tags)],
  }
}
