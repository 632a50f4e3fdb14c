import type { Call } from '#platform/call.ts'
import { toCsv } from '#platform/csv-out.ts'
import { words } from '#platform/words.ts'
import type { ContactsQuery } from '../contract.ts'
import { findContacts } from './queries.ts'

const batchSize = 2_000
const columns = ['name', 'email', 'phone', 'organisation', 'account', 'tags', 'portals', 'consents'] as const

/** One batch of the contacts that the filters leave, as CSV. */
export async function exportContacts(
  { tx, locale }: Call,
  { batch = 1, ...query }: Omit<ContactsQuery, 'page'> & { batch?: number | undefined },
) {
  const { items, total } = await findContacts(tx, { ...query, page: batch }, batchSize)
  const lines = items.map((one) => [
    one.name,
    one.email ?? '',
    one.phone ?? '',
    one.organisation ?? '',
    one.account?.name ?? '',
    one.tags.join(', '),
    one.portals.map(({ name, role }) => `${name} (${role})`).join(', '),
    one.consents.map((kind) => words(`contacts.consent.${kind}`, locale)).join(', '),
  ])
  const heading = columns.map((name) => words(`contacts.column.${name}`, locale))
  return {
    name: `${words('contacts.fileName', locale)}.csv`,
    csv: toCsv(lines, batch === 1 ? heading : undefined),
    next: batch * batchSize < total ? batch + 1 : null,
  }
}
