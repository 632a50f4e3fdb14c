import { eq, inArray, sql } from 'drizzle-orm'
import type { Locale } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { number, select } from '#platform/select.ts'
import type { ChargeFormat } from '../choices.ts'
import { signingPair } from './certificate.ts'
import { charge, chargeLine } from './charge-table.ts'
import { isSent } from './documents.ts'
import { canonicalFacturae, facturae } from './facturae.ts'
import { findRecords } from './fiscal-record.ts'
import type { FrozenInformation } from './frozen.ts'
import type { Paper } from './paper.ts'
import { billPdf } from './pdf-bill.ts'
import { signFacturae } from './sign-facturae.ts'
import { type FiscalBill, verifactuXml } from './verifactu-xml.ts'

type Row = typeof charge.$inferSelect
type Lines = (typeof chargeLine.$inferSelect)[]

/** A charge as papers have it: the provider supplies, and the account receives. */
function paperOf(row: Row, lines: Lines, corrected?: Pick<Row, 'number' | 'issuedOn'>): Paper {
  const { provider, information, issuedOn } = row
  const { kind, givenName, firstSurname, secondSurname } = information
  const supplier: FrozenInformation = {
    ...provider,
    ...{ kind: 'company', holder: '', territory: 'peninsula', retentionBp: 0, settlementBp: 0, email: '' },
  }
  return {
    ...{
      type: 1,
      number: row.number,
      issuedOn,
      period: null,
      periodFrom: null,
      reason: row.reason,
      selfInvoice: false,
    },
    ...{ corrects: corrected?.number ?? null, tax: row.tax, totals: row.totals, hash: row.hash },
    correction: corrected ? { fault: 'base', whole: true, issuedOn: corrected.issuedOn } : null,
    charge: {
      what: lines.map(({ description }) => description).join('; '),
      recipient: { kind, givenName, firstSurname, secondSurname },
    },
    information: supplier,
    provider: information,
    lines: lines.map(({ description, units, taxBp, amountCents }) => ({
      ...{ type: 'Extra', portalName: null, month: issuedOn, description, reference: null },
      // What is taken back is counted below zero, as its amount is.
      ...{ units: amountCents < 0 ? -units : units, taxBp, amountCents },
    })),
  }
}

async function correctedBy(tx: Tx, rows: readonly Row[]) {
  const ids = rows.flatMap(({ correctsId }) => correctsId ?? [])
  const found = ids.length > 0 ? await tx.select().from(charge).where(inArray(charge.id, ids)) : []
  return (row: Row) => found.find(({ id }) => id === row.correctsId)
}

/** What the records of charges say, by charge. */
export async function chargesOfRecords(tx: Tx, ids: readonly string[]): Promise<Map<string, FiscalBill>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(charge)
    .where(inArray(charge.id, [...new Set(ids)]))
  const lines = await tx
    .select()
    .from(chargeLine)
    .where(
      inArray(
        chargeLine.chargeId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(chargeLine.position)
  const corrected = await correctedBy(tx, rows)
  return new Map(
    rows.map((row) => [
      row.id,
      paperOf(
        row,
        lines.filter(({ chargeId }) => chargeId === row.id),
        corrected(row),
      ),
    ]),
  )
}

/** What of a charge was set against bills, and against charges: each by the number of the other. */
export const settledOf = (tx: Tx, chargeId: string) =>
  select(
    tx,
    {
      day: sql<string>`s.day::text`,
      number: sql<string | null>`coalesce(b.number, o.number)`,
      cents: number(
        sql<string>`case when s.charge_id = ${chargeId} then s.amount_cents else -s.amount_cents end`,
      ),
      billId: sql<string | null>`s.bill_id`,
      otherId: sql<string | null>`o.id`,
    },
    sql`charge_settlement s left join bill b on b.id = s.bill_id
      left join charge o on o.id = case when s.charge_id = ${chargeId} then s.against_id else s.charge_id end
      where ${chargeId} in (s.charge_id, s.against_id) order by s.day, s.created_at, s.id`,
  )

interface Wish {
  format: ChargeFormat
  locale: Locale
  now: Date
  secret: Buffer
}

/** A charge as a file, always made from what was kept; what it was set against as far as it is by now. @throws NotFound */
export async function chargeDocument(tx: Tx, chargeId: string, { format, locale, now, secret }: Wish) {
  const [row] = await tx.select().from(charge).where(eq(charge.id, chargeId))
  if (!row) throw new NotFound()
  const lines = await tx
    .select()
    .from(chargeLine)
    .where(eq(chargeLine.chargeId, chargeId))
    .orderBy(chargeLine.position)
  const paper = paperOf(row, lines, (await correctedBy(tx, [row]))(row))
  const answer = (content: Buffer | string, ending: string, type = 'application/xml') => ({
    ...{ name: `${row.number}.${ending}`, type, content },
  })
  if (format === 'facturae') return answer(facturae(paper), 'xml')
  if (format === 'xsig') {
    const pair = await signingPair(tx, secret, now)
    return answer(signFacturae(canonicalFacturae(paper), pair, { now, role: 'supplier' }), 'xsig')
  }
  if (format === 'verifactu') {
    const [first, ...more] = (await findRecords(tx, sql`r.charge_id = ${chargeId}`)).map((record) => ({
      ...{ bill: paper, record },
    }))
    if (!first) throw new NotFound()
    return answer(verifactuXml(first, ...more), 'verifactu.xml')
  }
  const settled = (await settledOf(tx, chargeId)).map(({ day, number: of, cents }) => ({
    day,
    number: of,
    cents,
  }))
  const sent = await isSent(tx, sql`r.charge_id = ${chargeId}`)
  return answer(await billPdf({ ...paper, settled, sent }, locale), 'pdf', 'application/pdf')
}
