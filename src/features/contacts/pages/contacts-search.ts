import { isUuid } from '#pages/navigation.ts'
import { type PickedSearch, readPicked } from '#ui/picked-search.ts'
import { consentKinds, contactOrders } from '../choices.ts'
import type { ContactsQuery } from '../contract.ts'

export type ContactsSearch = Omit<ContactsQuery, 'page'> & { page?: number } & PickedSearch

/** A search for digits arrives as a number. */
const written = (value: unknown) => (value === undefined ? '' : String(value))
const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value)

/** What the address says, as far as it makes sense. */
export function readContactsSearch(search: Record<string, unknown>): ContactsSearch {
  const found: ContactsSearch = readPicked(search)
  const page = Number(search.page)
  const [q, tag, order] = [written(search.q), written(search.tag), written(search.orderBy)]
  if (q.trim()) found.q = q.slice(0, 100)
  if (tag) found.tag = tag.slice(0, 30)
  for (const name of ['account', 'portal'] as const) {
    const value = search[name]
    if (isId(value)) found[name] = value
  }
  const login = (['yes', 'no', 'pending', 'suspended'] as const).find((one) => one === search.login)
  const consent = consentKinds.find((one) => one === search.consent)
  if (login) found.login = login
  if (consent) found.consent = consent
  if (contactOrders.some((column) => column === order.replace(/^-/, '')))
    found.orderBy = order as NonNullable<ContactsSearch['orderBy']>
  if (Number.isInteger(page) && page > 1) found.page = page
  return found
}

export const isFiltered = ({ page: _, orderBy: __, columns: ___, ...filters }: ContactsSearch) =>
  Object.keys(filters).length > 0
