import type { Bill } from '#features/billing/bill-shapes.ts'
import type { Database } from '#platform/db.ts'
import { away, type Raw } from './papers-raw.ts'
import { type Total, toldOf } from './papers-told.ts'

interface Row {
  id: string
  account: string
  type: 1 | 2
  status: string
  number: string | null
  corrects: string | null
  asked: string | null
  bp: number
  settlement: number
  taxed: boolean
  taxId: string
  approved: string | null
}

/** The books of a world, worked out by hand as they are compared. */
export class Books {
  readonly faults: string[] = []
  compared = 0
  bills = 0
  readonly database: Database
  /** What each issued bill comes to, by hand. */
  readonly totals = new Map<string, Total>()

  constructor(database: Database) {
    this.database = database
  }

  same(what: string, seen: unknown, wanted: unknown) {
    this.compared++
    if (seen !== wanted) this.faults.push(`${what}: ${seen} instead of ${wanted}`)
  }

  private rows = () =>
    this.database.query<Row>(
      `select b.id, b.account_id::text as account, b.type, b.status, b.number, b.corrects_id as corrects, b.amount_cents as asked,
          coalesce((b.information->>'retentionBp')::int, 0) as bp, coalesce((b.information->>'settlementBp')::int, 10000) as settlement,
          b.information->>'territory' is distinct from 'canaries' as taxed, b.information->>'taxId' as "taxId", b.approved_at::text as approved
        from bill b where b.status <> 'Next' or b.type = 1 order by b.approved_at nulls last, b.id`,
    )

  /** Every line is what its orders come to, each of them on one bill alone; every total is that of its lines, on every paper. */
  async lines(raw: Raw, read: (id: string) => Promise<Bill>) {
    const seen = new Map<string, Map<string, number>>()
    const advances = new Map<string, number>()
    for (const row of await this.rows()) {
      const bill = await read(row.id)
      this.bills++
      const name = row.number ?? `${bill.account.name} ${bill.status} ${row.id.slice(-4)}`
      let earned = 0
      for (const line of bill.lines) {
        if (line.type === 'Advance' && row.type === 1) continue
        earned += line.amountCents
        if (row.type === 2 || row.corrects || row.status === 'Cancelled' || !line.portal) continue
        const of = seen.get(row.account) ?? new Map<string, number>()
        const rate = line.type.includes('oupment') ? '' : ` ${line.commissionBp}`
        const key = `${line.portal.id} ${line.month.slice(0, 7)} ${line.type}${rate}${line.shareBp === null && rate ? '' : ' shared'}`
        seen.set(row.account, of.set(key, (of.get(key) ?? 0) + line.amountCents))
      }
      if (row.status !== 'Approved' && row.status !== 'Cancelled') continue
      if (!row.number) continue
      const corrected = row.corrects ? this.totals.get(row.corrects) : undefined
      const open = advances.get(`${row.account} ${row.taxId}`) ?? 0
      const settled =
        row.type === 1 && !row.corrects
          ? Math.min(open, Math.max(0, away((earned * row.settlement) / 10_000)))
          : 0
      const base = corrected ? -corrected.base : row.type === 2 ? Number(row.asked) : earned - settled
      const of = {
        base,
        tax: row.taxed ? away((base * 21) / 100) : 0,
        withheld: away((base * row.bp) / 10_000),
      }
      this.totals.set(row.id, of)
      advances.set(
        `${row.account} ${row.taxId}`,
        open - settled + (row.type === 2 && !row.corrects ? base : 0),
      )
      await this.papers(name, bill, of)
    }
    for (const account of new Set([...seen.keys(), ...raw.earned.keys()])) {
      const [had, has] = [raw.earned.get(account), seen.get(account)]
      for (const key of new Set([...(had?.keys() ?? []), ...(has?.keys() ?? [])]))
        this.same(`line ${account.slice(-4)} ${key}`, has?.get(key) ?? 0, had?.get(key) ?? 0)
    }
  }

  private async papers(name: string, bill: Bill, { base, tax, withheld }: Total) {
    const [total, payable] = [base + tax, base + tax - withheld]
    const { totals } = bill
    const told = await toldOf(this.database, bill.id)
    const all = { base, tax, withheld, total, payable }
    this.each(`${name} screen`, all, {
      ...{ base: totals.baseCents, tax: totals.taxCents, withheld: totals.retentionCents },
      ...{ total: totals.totalCents, payable: totals.payableCents },
    })
    this.each(`${name} es`, all, told.es)
    this.each(`${name} en`, all, told.en)
    this.each(`${name} Facturae`, { ...all, lines: base }, told.facturae)
    this.each(`${name} Veri*factu`, all, told.record)
    if (told.csv !== undefined) this.same(`${name} CSV`, told.csv, base)
  }
  each(what: string, wanted: Record<string, number>, seen: Record<string, number | undefined> | undefined) {
    for (const [key, cents] of Object.entries(seen ?? {}))
      this.same(`${what} ${key}`, cents, (wanted[key] ?? 0) + 0)
  }
  payable(id: string) {
    const of = this.totals.get(id)
    return of ? of.base + of.tax - of.withheld : Number.NaN
  }
}
