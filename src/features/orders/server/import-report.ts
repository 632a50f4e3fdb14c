import { basename } from 'node:path'
import { v7 } from 'uuid'
import type { Bulk } from '#platform/bulk.ts'
import type { MonthSum, OwnTotal } from './file-sums.ts'
import type { ImportPortals } from './import-portals.ts'
import type { RowFault } from './line-draft.ts'

/**
 * What became of a file. `rows` = `imported` + `skipped`, and `skipped` = those imported before, those that are no
 * sales, and the bad ones; a refused file skips all. `orders`, `units` and `totals` (net, in original currencies, exact)
 * are those of all good rows, imported now or before.
 */
export interface ImportReport {
  status: 'imported' | 'refused'
  format: string
  file: string
  rows: number
  imported: number
  skipped: number
  known: number
  notSales: number
  badRows: number
  /** The first 1,000 faults. */
  errors: RowFault[]
  orders: number
  units: number
  totals: Record<string, string>
  createdPortals: { key: string; code: string; name: string }[]
  unmapped: { skus: number; lines: number; examples: { sku: string; name: string; lines: number }[] }
  /** Of the run in the history, by which it is undone; null while nothing came in. */
  importId: string | null
  /** Of a check: what the file adds up to by itself, beside what counts. */
  months?: MonthSum[]
  ownTotals?: OwnTotal[]
  lacksRates?: string[]
}

const faultsKept = 1_000

/** Counts while a file is read, and makes the report of it. */
export class Tally {
  rows = 0
  readonly report: ImportReport
  /** Currencies that rows are in and no rate is known for. */
  readonly lacksRates = new Set<string>()
  private readonly badRows = new Set<number>()
  private readonly skipBadRows: boolean
  private readonly actorId: string | null

  constructor(options: {
    path: string
    fileName?: string
    format: string
    skipBadRows?: boolean
    actorId?: string
  }) {
    this.skipBadRows = options.skipBadRows ?? false
    this.actorId = options.actorId ?? null
    this.report = {
      status: 'imported',
      format: options.format,
      file: options.fileName ?? basename(options.path),
      rows: 0,
      imported: 0,
      skipped: 0,
      known: 0,
      notSales: 0,
      badRows: 0,
      errors: [],
      orders: 0,
      units: 0,
      totals: {},
      createdPortals: [],
      unmapped: { skus: 0, lines: 0, examples: [] },
      importId: null,
    }
  }

  get hopeless(): boolean {
    return this.badRows.size > 0 && !this.skipBadRows
  }

  fault(fault: RowFault): void {
    this.badRows.add(fault.row)
    if (fault.code === 'noRate') this.lacksRates.add(String(fault.params?.currency))
    if (this.report.errors.length < faultsKept) this.report.errors.push(fault)
  }

  refused(): ImportReport {
    const errors = this.report.errors.sort((a, b) => a.row - b.row)
    return {
      ...this.report,
      status: 'refused',
      rows: this.rows,
      skipped: this.rows,
      badRows: this.badRows.size,
      errors,
    }
  }

  async finish(
    bulk: Bulk,
    source: string,
    result: { imported: number; known: number; batchId: string },
    portals: ImportPortals,
  ) {
    const { report } = this
    report.errors.sort((a, b) => a.row - b.row)
    report.rows = this.rows
    report.imported = result.imported
    report.skipped = this.rows - result.imported
    report.badRows = this.badRows.size
    report.known = report.skipped - report.badRows - report.notSales
    report.createdPortals = portals.created
    const [sums] = await bulk.query<{ orders: number; units: number }>(
      `select count(distinct (portal_id, external_id))::int as orders, coalesce(sum(units), 0)::int as units from line`,
    )
    Object.assign(report, sums)
    const totals = await bulk.query<{ currency: string; total: string }>(
      'select currency, sum(net_amount)::text as total from line group by 1 order by 1',
    )
    report.totals = Object.fromEntries(totals.map(({ currency, total }) => [currency, total]))
    report.unmapped = await unmapped(bulk, source)
    report.importId = v7()
    await bulk.query(
      `insert into import_run (id, portal_id, kind, format, file_name, actor_id, batch_id, report)
      values ($1, $2, 'orders', $3, $4, $5, $6, $7)`,
      [
        report.importId,
        portals.single,
        report.format,
        report.file,
        this.actorId,
        result.batchId,
        JSON.stringify(report),
      ],
    )
  }
}

async function unmapped(bulk: Bulk, source: string): Promise<ImportReport['unmapped']> {
  const rows = await bulk.query<{ sku: string; name: string; lines: number; skus: number; all: number }>(
    `select l.sku, max(m.name) as name, count(*)::int as lines, (count(*) over ())::int as skus,
      (sum(count(*)) over ())::int as all
    from line l join sku_mapping m on m.portal_id = l.portal_id and m.source = $1 and m.sku = l.sku
    where m.product_id is null group by l.portal_id, l.sku order by count(*) desc, l.sku limit 20`,
    [source],
  )
  const examples = rows.map(({ sku, name, lines }) => ({ sku, name, lines }))
  return { skus: rows[0]?.skus ?? 0, lines: rows[0]?.all ?? 0, examples }
}
