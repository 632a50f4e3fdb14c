import { sql } from 'drizzle-orm'
import { elevated, rows, type Tx } from '#platform/db.ts'
import { Conflict } from '#platform/errors.ts'
import type { CorrectionType } from '../corrections.ts'
import type { FiscalMode } from '../fiscal-choices.ts'
import type { Totals } from '../totals.ts'
import { canSign } from './certificate.ts'
import {
  altaInput,
  anulacionInput,
  fiscalDay,
  fiscalHash,
  fiscalMoment,
  plainAmount,
  relinked,
} from './fiscal-hash.ts'
import { modeOf } from './fiscal-mode.ts'
import { type Amends, fiscalRecord } from './fiscal-table.ts'

/** What a record is of: a bill, or a charge. */
type Of = { billId: string; chargeId?: undefined } | { billId?: undefined; chargeId: string }
type Named = Of & {
  issuerTaxId: string
  number: string
  issuedOn: string
}
type Issued = Named & {
  type: 'F1' | CorrectionType
  totals: Totals
}

/**
 * Adds a bill's record to the chain of its issuer. Issuers are told apart by their NIF alone, whatever accounts bear
 * it: the chain reaches past the account's own rows.
 */
export const recordIssue = (tx: Tx, of: Issued, now: Date): Promise<void> =>
  append(tx, of, 'alta', now, (link) =>
    altaInput({
      ...{ issuerTaxId: of.issuerTaxId, number: of.number, issuedOn: fiscalDay(of.issuedOn) },
      ...{ type: of.type, taxTotal: plainAmount(of.totals.taxCents) },
      ...{ total: plainAmount(of.totals.totalCents), ...link },
    }),
  )

/** Adds the cancellation of a bill's record to the same chain. */
export const recordAnnulment = (tx: Tx, of: Named & { amends: Amends }, now: Date): Promise<void> =>
  append(tx, of, 'anulacion', now, (link) =>
    anulacionInput({
      ...{ issuerTaxId: of.issuerTaxId, number: of.number, issuedOn: fiscalDay(of.issuedOn), ...link },
    }),
  )

/** Adds a record in the place of one of the same bill: what is hashed of the bill is the same. @param of.input of that one */
export const recordAmendment = (
  tx: Tx,
  of: Named & { amends: Amends; input: string },
  now: Date,
): Promise<void> => append(tx, of, 'alta', now, (link) => relinked(of.input, link))

async function append(
  tx: Tx,
  { billId, chargeId, issuerTaxId, number, issuedOn, amends }: Named & { amends?: Amends },
  kind: 'alta' | 'anulacion',
  now: Date,
  inputOf: (link: { previousHash: string; generatedAt: string }) => string,
) {
  await elevated(tx, 'provider', async () => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fiscal ${issuerTaxId}`}, 0))`)
    const [last] = await rows<{ sequence: number; hash: string }>(
      tx,
      sql`select sequence, hash from fiscal_record where issuer_tax_id = ${issuerTaxId} order by sequence desc limit 1`,
    )
    const mode = await modeOf(tx, issuerTaxId, now)
    // Its signature follows within a minute (`signRecords`): nothing is issued that could not be signed.
    if (mode === 'signed' && !(await canSign(tx, now))) throw new Conflict('billing.fiscal.noCertificate')
    const generatedAt = fiscalMoment(now)
    const previousHash = last?.hash ?? ''
    const input = inputOf({ previousHash, generatedAt })
    await tx.insert(fiscalRecord).values({
      ...{
        issuerTaxId,
        sequence: (last?.sequence ?? 0) + 1,
        billId,
        chargeId,
        kind,
        number,
        issuedOn,
        input,
        mode,
        amends: amends ?? null,
      },
      ...{ hash: fiscalHash(input), previousHash, generatedAt },
    })
    // What is sent is put into the queue with what it tells of.
    if (mode === 'sending')
      await tx.execute(
        sql`insert into fiscal_sending (issuer_tax_id, sequence) values (${issuerTaxId}, ${(last?.sequence ?? 0) + 1})`,
      )
  })
}

/** A record with what stands before it in its chain. */
export interface Chained {
  issuerTaxId: string
  sequence: number
  kind: 'alta' | 'anulacion'
  number: string
  issuedOn: string
  hash: string
  generatedAt: string
  input: string
  mode: FiscalMode | null
  amends: Amends | null
  previous: { number: string; issuedOn: string; hash: string } | undefined
}

interface Columns {
  issuer_tax_id: string
  sequence: number
  bill_id: string | null
  charge_id: string | null
  kind: 'alta' | 'anulacion'
  number: string
  issued_on: string
  hash: string
  generated_at: string
  input: string
  mode: FiscalMode | null
  amends: Amends | null
  previous_number: string | null
  previous_issued_on: string | null
  previous_hash: string
}

/** Records that `where` says of r, in the order of their chains, with the bill that each is of. Past the account's own rows. */
export async function findRecords(
  tx: Tx,
  where: ReturnType<typeof sql>,
  limit = 1_000,
): Promise<(Chained & { billId: string | null; chargeId: string | null })[]> {
  const found = await elevated(tx, 'provider', () =>
    rows<Columns>(
      tx,
      sql`select r.issuer_tax_id, r.sequence, r.bill_id, r.charge_id, r.kind, r.number, r.issued_on::text, r.hash, r.generated_at, r.input, r.mode, r.amends,
          r.previous_hash, p.number as previous_number, p.issued_on::text as previous_issued_on
        from fiscal_record r
        left join fiscal_record p on p.issuer_tax_id = r.issuer_tax_id and p.sequence = r.sequence - 1
        where ${where} order by r.issuer_tax_id, r.sequence limit ${limit}`,
    ),
  )
  return found.map((row) => ({
    ...{ issuerTaxId: row.issuer_tax_id, sequence: row.sequence, kind: row.kind },
    ...{ billId: row.bill_id, chargeId: row.charge_id },
    ...{ number: row.number, issuedOn: row.issued_on, hash: row.hash, generatedAt: row.generated_at },
    ...{ input: row.input, mode: row.mode, amends: row.amends },
    previous:
      row.previous_number && row.previous_issued_on
        ? { number: row.previous_number, issuedOn: row.previous_issued_on, hash: row.previous_hash }
        : undefined,
  }))
}
