import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { type Bulk, inBulk } from '#platform/bulk.ts'
import { type CsvFile, openCsv, UnreadableFile } from '#platform/csv.ts'
import { currentTransaction, type Database } from '#platform/db.ts'
import { Big } from '#platform/money.ts'
import type { GenericMap, Layout } from '../map-shape.ts'
import { carriedDown } from './carry-cells.ts'
import type { ColumnMarks } from './columns.ts'
import { type CurrencyRates, ratesBy } from './currency-rates.ts'
import { FileSums } from './file-sums.ts'
import { ImportPortals, type Target } from './import-portals.ts'
import { type ImportReport, Tally } from './import-report.ts'
import { ingestLines } from './ingest-lines.ts'
import { BadRow, type LineDraft, type Reader } from './line-draft.ts'
import { openKnown } from './open-table.ts'
import { readBandcamp } from './read-bandcamp.ts'
import { figuresBy, readGeneric, tellMarks } from './read-generic.ts'
import { readShopify } from './read-shopify.ts'
import { Stage } from './stage-lines.ts'

export interface OrdersImport {
  path: string
  format: 'bandcamp' | 'shopify' | 'generic'
  map?: GenericMap
  /** What separates decimals, where that is known already. */
  marks?: ColumnMarks
  /** How it is a table, of a file that has been looked through. */
  layout?: Layout
  target: Target
  /** Of the person's own; other currencies are counted at the day's reference rate. */
  rates?: CurrencyRates
  skipBadRows?: boolean
  /** Runs the whole import and takes it back: the report tells what would come of it. */
  rehearse?: boolean
  /** As the person knows the file, where `path` is only a place to keep it. */
  fileName?: string
  actorId?: string
  /** Keys the buyers' hashes. */
  secret: Buffer
  onProgress?: (progress: { bytes: number; rows: number; phase: 'read' | 'merge' | 'rollup' }) => void
}

class Refused extends Error {}
class Rehearsed extends Error {}

/**
 * Imports a file of orders in one transaction. With bad rows and without `skipBadRows` nothing is changed.
 * @throws UnreadableFile when the file as a whole cannot be read as the format.
 */
export async function importOrders(database: Database, options: OrdersImport): Promise<ImportReport> {
  const progress = { bytes: 0, rows: 0, phase: 'read' as 'read' | 'merge' | 'rollup' }
  const tell = () => options.onProgress?.(progress)
  const marks = options.marks ?? (await marksOf(options))
  const onBytes = (bytes: number) => {
    progress.bytes += bytes
  }
  const file = carriedDown(await opened(options, onBytes), options.map)
  const tally = new Tally(options)
  const sums = options.rehearse ? new FileSums(options.format, file.header, options.map, marks) : undefined
  const read = sums ? { ...file, rows: sums.through(file.rows) } : file
  const reader = counted(readerOf(read, options, marks), (rows) => {
    progress.rows += rows
    tell()
  })
  try {
    await inBulk(database, (bulk) =>
      importAll(bulk, options, { reader, tally, sums }, () => {
        progress.phase = 'merge'
        tell()
      }),
    )
  } catch (error) {
    if (error instanceof Rehearsed) return { ...tally.report, ...foundInCheck(tally, sums) }
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

const opened = ({ path, layout }: OrdersImport, onBytes: (bytes: number) => void): Promise<CsvFile> =>
  layout ? openKnown(path, layout, onBytes) : openCsv(path, onBytes)

/** What the report of a check has more than that of an import. */
const foundInCheck = ({ lacksRates }: Tally, sums: FileSums | undefined): Partial<ImportReport> =>
  sums ? { months: sums.months, ownTotals: sums.ownTotals, lacksRates: [...lacksRates] } : {}

/** Looked through once before it is read: a column is written one way, and only all of its values tell which. */
const marksOf = async ({ map, format, path }: OrdersImport): Promise<ColumnMarks> =>
  map && format === 'generic'
    ? (map.decimal ?? (await tellMarks(await openCsv(path), figuresBy(map), undefined)))
    : '.'

/** Brings drafts, the demo world's, in by the same way; bad lines throw. */
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
    const stage = new Stage(bulk, options.secret)
    await stage.open()
    const rateOf = ratesBy(bulk, options.rates)
    for await (const line of lines) {
      if (line.portalKey !== undefined && !(await portals.has(line.portalKey, line.portalName)))
        throw new BadRow('unknownPortal')
      const rate = rateOf(line)
      await stage.add(line, rate instanceof Big ? rate : await rate)
    }
    await stage.flush()
    await ingestLines(bulk, { source, givenOrdinals: stage.givenOrdinals, cumulative: false })
  })
  await rollWaitingBatches(database)
}

interface Reads {
  reader: Reader
  tally: Tally
  sums: FileSums | undefined
}

async function importAll(bulk: Bulk, options: OrdersImport, reads: Reads, merging: () => void) {
  const { tally, sums } = reads
  const source = options.format === 'generic' ? 'csv' : options.format
  const portals = new ImportPortals(bulk, options.target, source)
  await portals.open()
  const stage = new Stage(bulk, options.secret)
  await stage.open()
  const rateOf = rateOrFault(portals, ratesBy(bulk, options.rates))
  await readAll(reads, async (line) => {
    const rate = await rateOf(line)
    if (rate instanceof BadRow) return tally.fault({ row: line.row, ...rate.fault })
    // Once the file is refused only its other faults are of interest.
    if (!tally.hopeless) await stage.add(line, rate)
    // Sold and taken back, or neither: what was called off comes to nothing.
    if (!line.calledOff) sums?.count(line)
  })
  if (tally.rows === 0) throw new UnreadableFile('noRows')
  if (tally.hopeless) throw new Refused()
  await stage.flush()
  merging()
  const result = await ingestLines(bulk, {
    source,
    givenOrdinals: stage.givenOrdinals,
    cumulative: options.format === 'shopify',
    bounded: options.format !== 'shopify',
    apart: true,
  })
  tally.report.notSales += result.neverSold
  for (const fault of result.faults) tally.fault(fault)
  if (sums && result.faults.length > 0)
    await sums.uncount(
      bulk,
      result.faults.map(({ row }) => row),
    )
  if (tally.hopeless) throw new Refused()
  await tally.finish(bulk, source, result, portals)
  if (options.rehearse) throw new Rehearsed()
}

async function readAll({ reader, tally }: Reads, take: (line: LineDraft) => Promise<void>) {
  for await (const { rows, faults, lines } of reader) {
    tally.rows += rows
    for (const fault of faults) tally.fault(fault)
    if (lines.length === 0 && faults.length === 0) tally.report.notSales += rows
    for (const line of lines) await take(line)
  }
}

/** What a line is counted at, or why it cannot come in: no rate is known for it, or its portal is none. */
function rateOrFault(portals: ImportPortals, rateOf: ReturnType<typeof ratesBy>) {
  return async (line: LineDraft): Promise<Big | BadRow> => {
    try {
      const known = rateOf(line)
      const rate = known instanceof Big ? known : await known
      if (line.portalKey === undefined || (await portals.has(line.portalKey, line.portalName))) return rate
      return new BadRow('unknownPortal', undefined, { portal: line.portalKey })
    } catch (error) {
      if (!(error instanceof BadRow)) throw error
      return error
    }
  }
}

function readerOf(file: CsvFile, options: OrdersImport, marks: ColumnMarks): Reader {
  const { target } = options
  const portalBy = 'by' in target ? target.by : undefined
  if (portalBy && !file.header.some((name) => name.toLowerCase() === portalBy.toLowerCase()))
    throw new UnreadableFile('missingColumns', { columns: portalBy })
  if (options.format === 'bandcamp') return readBandcamp(file, portalBy, marks)
  if (options.format === 'shopify') return readShopify(file, portalBy, marks)
  if (!options.map) throw new UnreadableFile('mapNeeded')
  return readGeneric(file, options.map, marks, portalBy)
}

async function* counted(reader: Reader, count: (rows: number) => void): Reader {
  for await (const reading of reader) {
    count(reading.rows)
    yield reading
  }
}
