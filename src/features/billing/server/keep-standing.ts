import type { Tx } from '#platform/db.ts'
import { todayPlus } from '#platform/windows.ts'
import type { Supply, Territory } from '../choices.ts'
import type { Information, InformationDraft } from '../information-contract.ts'
import { territoryOf } from '../places.ts'
import { billingInformationPast } from './information-table.ts'
import { type AccountSettings, frozenOf } from './settings.ts'
import { endConsents } from './share-file.ts'
import { leaveDebts } from './whose-debt.ts'

/** What bills are taxed by. */
interface Standing {
  kind: 'person' | 'company'
  taxId: string
  territory: Territory
  supply: Supply
}

export const standingOf = (
  said: Pick<InformationDraft, keyof Omit<Standing, 'territory'> | 'postcode'>,
  before: Information,
): Standing => ({
  ...{ kind: said.kind, taxId: said.taxId, territory: territoryOf(said.postcode) ?? 'peninsula' },
  supply: said.supply ?? (said.kind === 'person' ? before.supply : 'services'),
})

/** Keeps what was so before where bills are taxed by it, and begins another series of numbers for another NIF. */
export async function keepStanding(
  tx: Tx,
  accountId: string,
  stored: AccountSettings['information'],
  to: Standing,
  since: string | null | undefined,
  now: Date,
) {
  if (!stored) return { changed: true, values: {} }
  const issuer = stored.taxId !== to.taxId || stored.kind !== to.kind
  // Only the day from which it is so was wrong.
  if (!issuer && stored.territory === to.territory && stored.supply === to.supply)
    return { changed: since != null && since !== stored.since, values: since ? { since } : {} }
  await tx.insert(billingInformationPast).values({
    accountId,
    since: stored.since,
    information: { ...frozenOf(stored), iban: stored.iban },
    at: now,
  })
  const from = since || todayPlus(now)
  if (!issuer) return { changed: true, values: { since: from } }
  await leaveDebts(tx, accountId, from, now)
  await endConsents(tx, accountId)
  return { changed: true, values: { since: from, series: (stored.series ?? 1) + 1 } }
}
