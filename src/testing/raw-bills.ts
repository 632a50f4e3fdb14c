import { v7 } from 'uuid'
import type { FrozenInformation } from '#features/billing/server/frozen.ts'
import {
  billingAgreement,
  billingInformation,
  billingInformationPast,
} from '#features/billing/server/information-table.ts'
import { type Entry, post } from '#features/billing/server/ledger.ts'
import { split, splitParty } from '#features/billing/server/split-table.ts'
import { bill } from '#features/billing/server/table.ts'
import type { Totals } from '#features/billing/totals.ts'
import { asService, type Database, type Tx } from '#platform/db.ts'

/** For tests of what is read from rows: puts them there as they are named, without the way that leads to them. */

export const inTrial = <T>(database: Database, run: (tx: Tx) => Promise<T>): Promise<T> =>
  database.transaction(asService('trial'), run)

type Row = Omit<typeof bill.$inferInsert, 'totals' | 'information'> & {
  totals?: Partial<Totals>
  information?: Partial<FrozenInformation>
}

const nothing: Totals = {
  ...{ earnedCents: 0, settledCents: 0, baseCents: 0, taxCents: 0, retentionCents: 0 },
  ...{ totalCents: 0, payableCents: 0, groups: [] },
}

/** An issued bill that nobody has paid, where nothing else is said. */
export async function putBill(database: Database, { totals, information, ...row }: Row): Promise<string> {
  const id = row.id ?? v7()
  const issued = (row.status ?? 'Approved') === 'Approved'
  await inTrial(database, (tx) =>
    tx.insert(bill).values({
      ...(issued ? { number: `R-${id}`, hash: 'r', totals: { ...nothing, ...totals } } : {}),
      ...{ status: 'Approved', ...row, id },
      ...(information ? { information: information as FrozenInformation } : {}),
    }),
  )
  return id
}

export const putEntries = (database: Database, entries: readonly Entry[], at = new Date()) =>
  inTrial(database, (tx) => post(tx, at, entries))

type Information = typeof billingInformation.$inferInsert

/** Who has an account, and is paid. */
export const putInformation = (
  database: Database,
  row: Pick<Information, 'accountId' | 'taxId'> & Partial<Information>,
) =>
  inTrial(database, (tx) =>
    tx.insert(billingInformation).values({
      ...{ legalName: `Nombre de ${row.taxId}`, kind: 'company', street: 'Calle 1', postcode: '28001' },
      ...{ city: 'Madrid', province: 'Madrid', iban: 'ES9121000418450200051332', holder: 'Titular' },
      ...{ territory: 'peninsula', email: 'a@example.com', ...row },
    }),
  )

/** Who had it before, and said so at a moment. */
export const putPast = (
  database: Database,
  accountId: string,
  information: Partial<FrozenInformation>,
  { at = new Date(), ...row }: { since?: string; at?: Date; id?: string } = {},
) =>
  inTrial(database, (tx) =>
    tx
      .insert(billingInformationPast)
      .values({ accountId, at, ...row, information: information as FrozenInformation }),
  )

/** What a portal shares from a day on, and who has which basis points of it; where nothing else is said, the account pays. */
export async function putSplit(
  database: Database,
  row: Pick<typeof split.$inferInsert, 'portalId'> & Partial<typeof split.$inferInsert>,
  parties: readonly (readonly [accountId: string, shareBp: number])[],
): Promise<string> {
  const id = row.id ?? v7()
  await inTrial(database, async (tx) => {
    await tx.insert(split).values({ validFrom: '2024-01-01', payer: 'account', ...row, id })
    await tx
      .insert(splitParty)
      .values(
        parties.map(([accountId, shareBp], position) => ({ splitId: id, accountId, shareBp, position })),
      )
  })
  return id
}

/** An account that has agreed, long ago, as the first series of its NIF `A`. */
export const putAgreement = (database: Database, accountId: string) =>
  inTrial(database, (tx) =>
    tx.insert(billingAgreement).values({
      ...{ accountId, textVersion: '1', textHash: 'h', personName: 'P', address: '::1', taxId: 'A' },
      ...{ series: 1, at: new Date('2020-01-01') },
    }),
  )
