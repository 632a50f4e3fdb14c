import { eq, sql } from 'drizzle-orm'
import { elevated, rows, type Tx } from '#platform/db.ts'
import { formatHour } from '#platform/time.ts'
import type { Totals } from '../totals.ts'
import { altaInput, fiscalDay, fiscalHash, plainAmount } from './fiscal-hash.ts'
import { fiscalRecord } from './table.ts'

interface Issued {
  billId: string
  issuerTaxId: string
  number: string
  issuedOn: string
  corrective: boolean
  totals: Totals
}

/**
 * Adds a bill's record to the chain of its issuer. Issuers are told apart by their NIF alone, whatever accounts bear
 * it: the chain reaches past the account's own rows.
 */
export async function recordIssue(tx: Tx, of: Issued, now: Date): Promise<void> {
  await elevated(tx, async () => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fiscal ${of.issuerTaxId}`}, 0))`)
    const [last] = await rows<{ sequence: number; hash: string }>(
      tx,
      sql`select sequence, hash from fiscal_record where issuer_tax_id = ${of.issuerTaxId} order by sequence desc limit 1`,
    )
    const at = formatHour(now.getTime())
    // The agency's format has seconds: 2024-01-01T19:20:30+01:00.
    const generatedAt = `${at.slice(0, 16)}:${String(now.getUTCSeconds()).padStart(2, '0')}${at.slice(16)}`
    const previousHash = last?.hash ?? ''
    const input = altaInput({
      issuerTaxId: of.issuerTaxId,
      number: of.number,
      issuedOn: fiscalDay(of.issuedOn),
      type: of.corrective ? 'R4' : 'F1',
      taxTotal: plainAmount(of.totals.taxCents),
      total: plainAmount(of.totals.totalCents),
      previousHash,
      generatedAt,
    })
    await tx.insert(fiscalRecord).values({
      issuerTaxId: of.issuerTaxId,
      sequence: (last?.sequence ?? 0) + 1,
      billId: of.billId,
      kind: 'alta',
      number: of.number,
      issuedOn: of.issuedOn,
      input,
      hash: fiscalHash(input),
      previousHash,
      generatedAt,
    })
  })
}

/** A bill's record with the one before it in the chain, or undefined. */
export async function fiscalRecordOf(tx: Tx, billId: string) {
  return elevated(tx, async () => {
    const [record] = await tx.select().from(fiscalRecord).where(eq(fiscalRecord.billId, billId))
    if (!record) return undefined
    const [previous] = await rows<{ number: string; issued_on: string; hash: string; issuer_tax_id: string }>(
      tx,
      sql`select number, issued_on::text, hash, issuer_tax_id from fiscal_record
        where issuer_tax_id = ${record.issuerTaxId} and sequence = ${record.sequence - 1}`,
    )
    return { record, previous }
  })
}
