import { m } from '#paraglide/messages.js'
import { daysAgo, examplePage } from '#ui/example-page.ts'
import type { Contact } from '../contract.ts'

/** Somebody with a login and somebody without, for whoever knows nobody yet. */
export function exampleContacts() {
  const contact = (id: string, name: string, email: string, own: Partial<Contact>): Contact => ({
    ...{ id, name, email, phone: null, organisation: null, account: null, tags: [] },
    ...{ personId: null, pending: false, suspended: false, portals: [], consents: [] },
    ...{ lastSeenAt: null, erasedAt: null, createdAt: daysAgo(40), version: 1 },
    ...own,
  })
  return examplePage([
    contact('example-0', m['contacts.example.name'](), 'marta@example.com', {
      personId: 'example-0',
      portals: [
        { id: 'example', name: m['contacts.example.portal'](), role: 'Editor', grants: [], denies: [] },
      ],
      lastSeenAt: daysAgo(1),
    }),
    contact('example-1', m['contacts.example.other'](), 'pau@example.com', {
      organisation: m['contacts.example.organisation'](),
      tags: [m['contacts.example.tag']()],
    }),
  ])
}
