import { m } from '#paraglide/messages.js'
import { organisationTypes } from '#platform/constants.ts'
import { examplePage } from '#ui/example-page.ts'
import type { Account } from '../contract.ts'

/** A label and an artist, for whoever has no account yet. */
export function exampleAccounts() {
  const account = (
    id: string,
    name: string,
    own: Pick<Account, 'type' | 'organisationType' | 'portals' | 'people'>,
  ): Account => ({
    ...{ id, name, version: 1, masterPortalId: null },
    ...own,
  })
  return examplePage([
    account('example-0', m['portals.example.artist'](), {
      type: 'simple',
      organisationType: organisationTypes.artist,
      portals: 1,
      people: 2,
    }),
    account('example-1', m['portals.example.label'](), {
      type: 'master',
      organisationType: organisationTypes.label,
      portals: 4,
      people: 7,
    }),
  ])
}
