import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { Email, Id, List, Moment, OptionalText, PageNumber, Text } from '#platform/shapes.ts'
import { consentKinds, consentSources, contactOrders } from './choices.ts'

const max = { name: 80, organisation: 80, tag: 30, tags: 20, note: 2_000 }

const view = { staff: 'contacts.viewcontacts' } as const
export const manage = { staff: 'contacts.managecontacts' } as const

const ContactId = z.object({ contactId: Id })

/** Digits with the marks that people write between them. */
const Phone = z.string().check(z.trim(), z.maxLength(30), z.regex(/^(\+?[\d\s().-]{6,})?$/))
const Tag = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(max.tag), z.regex(/^[^,;]*$/))

/** Somebody that a label knows: of its team, or an address that it writes to. */
export const Contact = z.object({
  id: Id,
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  organisation: z.nullable(z.string()),
  account: z.nullable(z.object({ id: Id, name: z.string() })),
  tags: z.array(z.string()),
  /** The login, where there is one. */
  personId: z.nullable(Id),
  /** Invited, and has not chosen a password yet. */
  pending: z.boolean(),
  /** May not sign in for now. */
  suspended: z.boolean(),
  /** Portals that a membership of their own opens to them; what was given beside the role, and what taken from it. */
  portals: z.array(
    z.object({
      ...{ id: Id, name: z.string(), role: z.string() },
      ...{ grants: z.array(z.string()), denies: z.array(z.string()) },
    }),
  ),
  /** Kinds that they agree to now. */
  consents: z.array(z.enum(consentKinds)),
  lastSeenAt: z.nullable(Moment),
  erasedAt: z.nullable(Moment),
  createdAt: Moment,
  /** For `If-Match`. */
  version: z.number(),
})
export type Contact = z.infer<typeof Contact>

export const ContactsQuery = z.object({
  q: z.optional(OptionalText(100)),
  tag: z.optional(z.string().check(z.maxLength(max.tag))),
  account: z.optional(Id),
  portal: z.optional(Id),
  login: z.optional(z.enum(['yes', 'no', 'pending', 'suspended'])),
  consent: z.optional(z.enum(consentKinds)),
  orderBy: z.optional(z.enum(contactOrders.flatMap((column) => [column, `-${column}`] as const))),
  page: PageNumber,
})
export type ContactsQuery = z.infer<typeof ContactsQuery>

export const listContacts = operation({
  method: 'GET',
  path: '/contacts',
  tag: 'contacts',
  summary: 'People on the customers’ side, 50 a page',
  access: view,
  scope: 'none',
  input: ContactsQuery,
  output: List(Contact),
})

const Choice = z.object({ value: z.string(), label: z.string() })
const ContactChoicesQuery = z.object({
  /** Only those with this in their name; fifty of each at most, by name. */
  q: z.optional(OptionalText(100)),
  /** Chosen ones, which are there in any case. */
  tag: z.optional(OptionalText(max.tag)),
  account: z.optional(Id),
  portal: z.optional(Id),
})
export type ContactChoicesQuery = z.infer<typeof ContactChoicesQuery>
export const listContactChoices = operation({
  method: 'GET',
  path: '/contacts/choices',
  tag: 'contacts',
  summary: 'Tags in use, accounts and portals to filter contacts by',
  access: view,
  scope: 'none',
  input: ContactChoicesQuery,
  output: z.object({ tags: z.array(Choice), accounts: z.array(Choice), portals: z.array(Choice) }),
})

const Note = z.object({ id: Id, text: z.string(), author: z.nullable(z.string()), createdAt: Moment })
const Consent = z.object({
  kind: z.enum(consentKinds),
  given: z.boolean(),
  source: z.enum(consentSources),
  at: Moment,
})
const Double = z.object({ id: Id, name: z.string(), email: z.nullable(z.string()), login: z.boolean() })

/** A contact with its notes, what it agreed to, and what looks like the same person. */
export const ContactDetail = z.extend(Contact, {
  /** The 500 newest. */
  notes: z.array(Note),
  notesTotal: z.number(),
  /** The 200 newest answers and the latest of each kind, newest first. */
  consentHistory: z.array(Consent),
  consentTotal: z.number(),
  merged: z.array(z.object({ id: Id, name: z.string(), email: z.nullable(z.string()), mergedAt: Moment })),
  /** Contacts that look like the same person. */
  doubles: z.array(Double),
})
export type ContactDetail = z.infer<typeof ContactDetail>

export const getContact = operation({
  method: 'GET',
  path: '/contact/{contactId}',
  tag: 'contacts',
  summary: 'One contact with notes, consents, portals and likely doubles',
  access: view,
  scope: 'none',
  input: ContactId,
  output: ContactDetail,
})

/** A contact as it is sent. */
export const ContactDraft = z.object({
  name: Text(max.name),
  email: z.optional(z.nullable(Email)),
  phone: z.optional(z.nullable(Phone)),
  organisation: z.optional(z.nullable(OptionalText(max.organisation))),
  accountId: z.optional(z.nullable(Id)),
  tags: z.optional(z.array(Tag).check(z.maxLength(max.tags))),
})
export type ContactDraft = z.infer<typeof ContactDraft>

export const createContact = operation({
  method: 'POST',
  path: '/contact',
  status: 201,
  tag: 'contacts',
  summary: 'Write down a person without a login',
  access: manage,
  scope: 'none',
  idempotent: true,
  input: ContactDraft,
  output: ContactDetail,
})

export const updateContact = operation({
  method: 'PUT',
  path: '/contact/{contactId}',
  tag: 'contacts',
  summary: 'Change a contact; name and address of somebody with a login are their own',
  access: manage,
  scope: 'none',
  versioned: true,
  input: z.extend(ContactDraft, ContactId.shape),
  output: ContactDetail,
})

export const eraseContact = operation({
  method: 'DELETE',
  path: '/contact/{contactId}',
  tag: 'contacts',
  summary: 'Erase a person’s data on their request (RGPD art. 17); the name has to be typed',
  access: manage,
  scope: 'none',
  input: z.extend(ContactId, { name: z.string().check(z.maxLength(200)) }),
  output: ContactDetail,
})

export const addContactNote = operation({
  method: 'POST',
  path: '/contact/{contactId}/note',
  status: 201,
  tag: 'contacts',
  summary: 'Write a note about a contact',
  access: manage,
  scope: 'none',
  idempotent: true,
  input: z.extend(ContactId, {
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(max.note)),
  }),
  output: ContactDetail,
})

export const deleteContactNote = operation({
  method: 'DELETE',
  path: '/contact/{contactId}/note/{noteId}',
  tag: 'contacts',
  summary: 'Delete a note',
  access: manage,
  scope: 'none',
  input: z.extend(ContactId, { noteId: Id }),
  output: ContactDetail,
})

export const recordConsent = operation({
  method: 'PUT',
  path: '/contact/{contactId}/consent',
  tag: 'contacts',
  summary: 'Record that a person agreed or withdrew, when and how',
  access: manage,
  scope: 'none',
  input: z.extend(ContactId, {
    kind: z.enum(consentKinds),
    given: z.boolean(),
    source: z.enum(consentSources),
    at: z.optional(Moment),
  }),
  output: ContactDetail,
})

export const mergeContact = operation({
  method: 'POST',
  path: '/contact/{contactId}/merge',
  tag: 'contacts',
  summary: 'Merge a double into this contact: its notes, tags, consents and login move here',
  access: manage,
  scope: 'none',
  input: z.extend(ContactId, { doubleId: Id }),
  output: ContactDetail,
})
