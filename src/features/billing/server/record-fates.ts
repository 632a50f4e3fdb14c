import { sql } from 'drizzle-orm'
import { elevated, rows, type Tx } from '#platform/db.ts'
import type { recordStates } from '../record-state.ts'

type State = (typeof recordStates)[number]
type Place = { issuerTaxId: string; sequence: number }

/** What became of records; `kept` for those that were never to be sent. */
export async function statesOf(tx: Tx, records: readonly Place[]): Promise<(of: Place) => State> {
  const wanted = records.map(({ issuerTaxId, sequence }) => sql`(${issuerTaxId}, ${sequence}::int)`)
  const found =
    wanted.length === 0
      ? []
      : await elevated(tx, 'provider', () =>
          rows<{ issuer: string; sequence: number; state: State }>(
            tx,
            sql`select issuer_tax_id as issuer, sequence, state from fiscal_sending
              where (issuer_tax_id, sequence) in (${sql.join(wanted, sql`, `)})`,
          ),
        )
  const states = new Map(found.map((row) => [`${row.issuer} ${row.sequence}`, row.state]))
  return ({ issuerTaxId, sequence }) => states.get(`${issuerTaxId} ${sequence}`) ?? 'kept'
}

/** Has the agency such a record, or will it have it? */
export const reaches = (state: State) => state !== 'rejected' && state !== 'kept'
