import type { OpenCall } from '#platform/call.ts'
import { handle } from '#platform/handle.ts'
import { listOf } from '#platform/paging.ts'
import type { Contact } from '../contract.ts'
import * as contract from '../contract.ts'
import * as transfer from '../transfer-contract.ts'
import { contactChoices } from './contact-choices.ts'
import { contactDetail } from './contact-detail.ts'
import { eraseContact } from './erase-contact.ts'
import { exportContacts } from './export-contacts.ts'
import { importContacts } from './import-contacts.ts'
import { mergeContact } from './merge-contact.ts'
import { addNote, deleteNote, recordConsent } from './notes.ts'
import { contactById, findContacts } from './queries.ts'
import { readContactFile } from './read-contact-file.ts'
import { contactVersion, createContact, updateContact } from './write-contact.ts'

/** What the activity keeps of a contact: nothing that erasing the person would have to take back out of it. */
const traced = (contact: Contact | undefined) =>
  contact && {
    tags: contact.tags,
    accountName: contact.account?.name ?? null,
    withEmail: contact.email !== null,
    withPhone: contact.phone !== null,
    withOrganisation: contact.organisation !== null,
  }

export const operations = {
  listContacts: handle(contract.listContacts, async ({ tx }, query) => {
    const { items, total } = await findContacts(tx, query)
    return listOf(items, total, query.page ?? 1)
  }),
  listContactChoices: handle(contract.listContactChoices, ({ tx }, asked) => contactChoices(tx, asked)),
  getContact: handle(contract.getContact, ({ tx }, { contactId }) => contactDetail(tx, contactId)),
  createContact: handle(contract.createContact, async ({ tx, record }, draft) => {
    const id = await createContact(tx, draft)
    const after = await contactDetail(tx, id)
    record({ targetId: id, after: traced(after) })
    return after
  }),
  updateContact: handle(
    contract.updateContact,
    async ({ tx, record }, { contactId, ...draft }) => {
      const before = await contactById(tx, contactId)
      await updateContact(tx, contactId, draft)
      const after = await contactDetail(tx, contactId)
      record({ targetId: contactId, before: traced(before), after: traced(after) })
      return after
    },
    { versionOf: ({ tx }, { contactId }) => contactVersion(tx, contactId) },
  ),
  eraseContact: handle(contract.eraseContact, async ({ tx, now, record }, { contactId, name }) => {
    await eraseContact(tx, contactId, name, now)
    record({ targetId: contactId })
    return contactDetail(tx, contactId)
  }),
  addContactNote: handle(contract.addContactNote, async ({ tx, actor, record }, { contactId, text }) => {
    await addNote(tx, contactId, actor.person.id, text)
    record({ targetId: contactId })
    return contactDetail(tx, contactId)
  }),
  deleteContactNote: handle(contract.deleteContactNote, async ({ tx, record }, { contactId, noteId }) => {
    await deleteNote(tx, contactId, noteId)
    record({ targetId: contactId })
    return contactDetail(tx, contactId)
  }),
  recordConsent: handle(
    contract.recordConsent,
    async ({ tx, actor, now, record }, { contactId, ...answer }) => {
      await recordConsent(tx, contactId, actor.person.id, now, answer)
      const { kind, given, source } = answer
      record({ targetId: contactId, after: { kind, given, source } })
      return contactDetail(tx, contactId)
    },
  ),
  mergeContact: handle(contract.mergeContact, async ({ tx, now, record }, { contactId, doubleId }) => {
    await mergeContact(tx, contactId, doubleId, now)
    record({ targetId: contactId, after: { doubleId } })
    return contactDetail(tx, contactId)
  }),
  importContacts: handle(
    transfer.importContacts,
    async ({ tx, locale, now, actor, record }, { mode }, records) => {
      const result = await importContacts(tx, records, mode, { locale, now, actorId: actor.person.id })
      const { created, updated } = result
      record({ after: { created, updated } })
      return result
    },
    {
      before: (_call: OpenCall, { file }: { file: File }) => readContactFile(file),
      rehearsal: ({ mode }) => mode === 'check',
    },
  ),
  exportContacts: handle(transfer.exportContacts, exportContacts),
}
