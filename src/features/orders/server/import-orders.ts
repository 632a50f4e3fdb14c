import { basename } from 'node:path'
import { v7 } from 'uuid'
import { rollWaitingBatches } from '#features/analytics/server/rollups.ts'
import { type Bulk, inBulk } from '#platform/bulk.ts'
import { type CsvFile, openCsv, UnreadableFile } from '#platform/csv.ts'
import { currentTransaction, type Database } from '#platform/db.ts'
import { ImportPortals, type Target } from './import-portals.ts'
import { ingestLines } from './ingest-lines.ts'
import { BadRow, type LineDraft, type Reader, type RowFault } from './line-draft.ts'
import { readBandcamp } from './read-bandcamp.ts'
import { type GenericMap, readGeneric } from './read-generic.ts'
import { readShopify } from './read-shopify.ts'
import { type CurrencyRates, eurOnly, Stage } from './stage-lines.ts'

export interface OrdersImport {
  path: string
  format: 'bandcamp' | 'shopify' | 'generic'
  map?: GenericMap
  target: Target
  rates?: CurrencyRates
  skipBadRows?: boolean
  /** Keys the buyers' hashes. */
  secret: Buffer
  onProgress?: (progress: { bytes: number; rows: number; phase: 'read' | 'merge' | 'rollup' }) => void
}

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
}

const faultsKept = 1_000

class Refused extends Error {}

/**
 * Imports a file of orders in one transaction. With bad rows and without `skipBadRows` nothing is changed.
 * @throws UnreadableFile when the file as a whole cannot be read as the format.
 */
export async function importOrders(database: Database, options: OrdersImport): Promise<ImportReport> {
  const progress = { bytes: 0, rows: 0, phase: 'read' as 'read' | 'merge' | 'rollup' }
  const tell = () => options.onProgress?.(progress)
  const file = await openCsv(options.path, (bytes) => {
    progress.bytes += bytes
  })
  const tally = new Tally(options)
  const reader = counted(readerOf(file, options), (rows) => {
    progress.rows += rows
    tell()
  })
  try {
    await inBulk(database, (bulk) =>
      importAll(bulk, options, reader, tally, () => {
        progress.phase = 'merge'
        tell()
      }),
    )
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return tally.refused()
  }
  progress.phase = 'rollup'
  tell()
  await rollWaitingBatches(database)
  // The embedded database gathers no statistics by itself, and the next import's plans need them.
  if (database.kind === 'pglite' && tally.report.imported > 10_000 && !currentTransaction())
    await database.query('analyze')
  return tally.report
}

/** Brings drafts of any origin (webhooks, the demo world) in by the same way; bad lines throw. */
export async function importLines(
  database: Database,
  source: string,
  target: Target,
  lines: AsyncIterable<LineDraft> | Iterable<LineDraft>,
  options: { secret: Buffer; rates?: CurrencyRates },
): Promise<void> {
  await inBulk(database, async (bulk) => {
    const portals = new ImportPortals(bulk, target, source)
    await portals.open()
    const stage = new Stage(bulk, options.rates ?? eurOnly, options.secret)
    await stage.open()
    for await (const line of lines) {
      if (line.portalKey !== undefined && !(await portals.has(line.portalKey, line.portalName)))
        throw new BadRow('unknownPortal')
      await stage.add(line)
    }
    await stage.flush()
    await ingestLines(bulk, { source, givenOrdinals: stage.givenOrdinals, cumulative: false })
  })
  await rollWaitingBatches(database)
}

async function importAll(
  bulk: Bulk,
  options: OrdersImport,
  reader: Reader,
  tally: Tally,
  merging: () => void,
) {
  const source = options.format === 'generic' ? 'csv' : options.format
  const portals = new ImportPortals(bulk, options.target, source)
  await portals.open()
  const stage = new Stage(bulk, options.rates ?? eurOnly, options.secret)
  await stage.open()
  for await (const reading of reader) {
    tally.rows += reading.rows
    for (const fault of reading.faults) tally.fault(fault)
    if (reading.lines.length === 0 && reading.faults.length === 0) tally.report.notSales += reading.rows
    for (const line of reading.lines) {
      try {
        stage.check(line)
        if (line.portalKey !== undefined && !(await portals.has(line.portalKey, line.portalName)))
          throw new BadRow('unknownPortal', undefined, { portal: line.portalKey })
      } catch (error) {
        if (!(error instanceof BadRow)) throw error
        tally.fault({ row: line.row, ...error.fault })
        continue
      }
      // Once the file is refused only its other faults are of interest.
      if (!tally.hopeless) await stage.add(line)
    }
  }
  if (tally.hopeless) throw new Refused()
  await stage.flush()
  merging()
  const result = await ingestLines(bulk, {
    source,
    givenOrdinals: stage.givenOrdinals,
    cumulative: options.format === 'shopify',
  })
  for (const fault of result.faults) tally.fault(fault)
  if (tally.hopeless) throw new Refused()
  await tally.finish(bulk, source, result, portals)
}

function readerOf(file: CsvFile, options: OrdersImport): Reader {
  const { target } = options
  const portalBy = 'by' in target ? target.by : undefined
  if (portalBy && !file.header.some((name) => name.toLowerCase() === portalBy.toLowerCase()))
    throw new UnreadableFile('missingColumns', { columns: portalBy })
  if (options.format === 'bandcamp') return readBandcamp(file, portalBy)
  if (options.format === 'shopify') return readShopify(file, portalBy)
  if (!options.map) throw new UnreadableFile('mapNeeded')
  return readGeneric(file, options.map, portalBy)
}

async function* counted(reader: Reader, count: (rows: number) => void): Reader {
  for await (const reading of reader) {
    count(reading.rows)
    yield reading
  }
}

class Tally {
  rows = 0
  readonly report: ImportReport
  private readonly badRows = new Set<number>()
  private readonly skipBadRows: boolean

  constructor(options: OrdersImport) {
    this.skipBadRows = options.skipBadRows ?? false
    this.report = {
      status: 'imported',
      format: options.format,
      file: basename(options.path),
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
    }
  }

  get hopeless(): boolean {
    return this.badRows.size > 0 && !this.skipBadRows
  }

  fault(fault: RowFault): void {
    this.badRows.add(fault.row)
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
    result: { imported: number; known: number },
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
    await bulk.query(
      `insert into import_run (id, portal_id, kind, format, file_name, report) values ($1, $2, 'orders', $3, $4, $5)`,
      [v7(), portals.single, report.format, report.file, JSON.stringify(report)],
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
