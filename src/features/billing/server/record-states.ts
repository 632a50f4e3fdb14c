import { type SQL, sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import type { Bill } from '../bill-shapes.ts'

type RecordState = Bill['records'][number]

interface Columns {
  kind: RecordState['kind']
  sequence: number
  mode: RecordState['mode']
  amends: string | null
  signed: boolean
  number: string
  generated_at: string
  hash: string
  state: RecordState['state'] | null
  attempts: number | null
  due_at: Date | string | null
  answered_at: Date | string | null
  csv: string | null
  error_code: string | null
  error_text: string | null
}

const iso = (at: Date | string | null) => (at ? new Date(at).toISOString() : null)

/** Records that `where` says of r, in their order, and how far each has come with the tax agency. */
export async function recordStates(tx: Tx, where: SQL): Promise<RecordState[]> {
  const found = await rows<Columns>(
    tx,
    sql`select r.kind, r.number, r.sequence, r.mode, r.amends->>'reason' as amends,
          exists (select from fiscal_signature g where g.issuer_tax_id = r.issuer_tax_id and g.sequence = r.sequence) as signed,
          r.generated_at, r.hash, s.state, s.attempts, s.due_at, s.answered_at,
          s.error_code, s.error_text, a.csv
        from fiscal_record r
        left join fiscal_sending s on s.issuer_tax_id = r.issuer_tax_id and s.sequence = r.sequence
        left join lateral (select csv from fiscal_answer a where a.issuer_tax_id = r.issuer_tax_id
          and a.at = s.answered_at order by a.id desc limit 1) a on true
        where ${where} order by r.sequence`,
  )
  return found.map((row) => ({
    ...{ sequence: row.sequence, mode: row.mode, amends: row.amends, signed: row.signed },
    ...{ kind: row.kind, number: row.number, generatedAt: row.generated_at, hash: row.hash, csv: row.csv },
    ...{ state: row.state ?? 'kept', attempts: row.attempts ?? 0, answeredAt: iso(row.answered_at) },
    nextAt: row.state === 'waiting' ? iso(row.due_at) : null,
    ...{ errorCode: row.error_code, errorText: row.error_text },
  }))
}
