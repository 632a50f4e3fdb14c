import type { Call } from '#platform/call.ts'
import { givenWords } from '#platform/given-words.ts'
import { sheetFile } from '#platform/sheet-out.ts'
import { words } from '#platform/words.ts'
import type { ContactsQuery } from '../contract.ts'
import { allContacts } from './queries.ts'

const columns = ['name', 'email', 'phone', 'organisation', 'account', 'tags', 'portals', 'consents'] as const

/** The contacts that the filters leave, all of them, in the order of the list. */
export function exportContacts(call: Call, query: Omit<ContactsQuery, 'page'>) {
  const { tx, locale } = call
  async function* lines() {
    for await (const some of allContacts(tx, query))
      yield some.map((one) => [
        one.name,
        one.email,
        one.phone,
        one.organisation,
        one.account?.name ?? null,
        one.tags.join(', '),
        one.portals.map((portal) => `${portal.name} (${givenWords(portal, locale)})`).join(', '),
        one.consents.map((kind) => words(`contacts.consent.${kind}`, locale)).join(', '),
      ])
  }
  const heading = columns.map((name) => words(`contacts.column.${name}`, locale))
  return sheetFile(call, { name: words('contacts.fileName', locale), as: 'csv', heading, lines: lines() })
}
