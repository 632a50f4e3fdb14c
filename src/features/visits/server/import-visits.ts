import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import { v7 } from 'uuid'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { type Bulk, inBulk } from '#platform/bulk.ts'
import { openText, UnreadableFile } from '#platform/csv.ts'
import type { Database } from '#platform/db.ts'
import { dayMs, dayOf } from '#platform/time.ts'
import { agentOf } from './agents.ts'
import { ingestViews, isPastFacts } from './ingest-views.ts'
import { classify, type LineClass, type LogLine, lineClasses, parseLogLine } from './read-combined-log.ts'
import { type ReferrerKind, referrerKind, sourceOf } from './sources.ts'
import { ViewStage } from './stage-views.ts'

export interface VisitsImport {
  path: string
  portalCode: string
  /** The site's own host; without one it is the host whose pages load the site's pictures and styles. */
  ownHost?: string
  skipBadRows?: boolean
  onProgress?: (progress: { bytes: number; rows: number; phase: 'read' | 'merge' | 'rollup' }) => void
}

/** What became of a log. `classes` add up to `rows`; `referrers` counts all lines by who linked to them. */
export interface VisitsReport {
  status: 'imported' | 'refused'
  format: 'combined-log'
  file: string
  rows: number
  imported: number
  skipped: number
  known: number
  badRows: number
  errors: { row: number; code: string }[]
  classes: Record<LineClass, number>
  referrers: Record<ReferrerKind, number>
  ownHost: string | null
  visits: number
  visitors: number
}

const faultsKept = 1_000
/** Equal lines stand close together, in the same second: so many lines back they are looked for. */
const duplicateWindow = 50_000
class Refused extends Error {}

/**
 * Imports the page views of a web server's log in one transaction. With lines that are cut off or of another format,
 * and without `skipBadRows`, nothing is changed.
 * @throws UnreadableFile when the file cannot be read, is no such log at all, or the portal does not exist; `tooRecent` where
 * visits go past PostgreSQL and a line is of today or the two days before.
 */
export async function importVisits(database: Database, options: VisitsImport): Promise<VisitsReport> {
  const own = new Set(
    [options.ownHost?.toLowerCase() ?? (await findOwnHost(options.path))].filter(
      (host) => host !== undefined,
    ),
  )
  const report = emptyReport(options.path, [...own][0] ?? null)
  const progress = { bytes: 0, rows: 0, phase: 'read' as 'read' | 'merge' | 'rollup' }
  const tell = (phase: typeof progress.phase) => {
    progress.phase = phase
    progress.rows = report.rows
    options.onProgress?.(progress)
  }
  const text = await openText(options.path, (bytes) => {
    progress.bytes += bytes
    tell('read')
  })
  try {
    await inBulk(database, async (bulk) => {
      const portalId = await portalOf(bulk, options.portalCode)
      const isTooRecent = (await isPastFacts(bulk)) ? isRemembered : () => false
      const stage = new ViewStage(bulk)
      await stage.open()
      for await (const { view, line } of viewsIn(text, report, own)) {
        if (isTooRecent(view.at)) throw new UnreadableFile('tooRecent', { row: report.rows })
        if (!isRefused(report, options)) await stage.add(draftOf(portalId, view, line, own))
      }
      refuseBad(report, options)
      await stage.flush()
      tell('merge')
      await finish(bulk, report, portalId)
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { ...report, status: 'refused', skipped: report.rows }
  }
  tell('rollup')
  await rollWaitingBatches(database)
  return report
}

const isRefused = ({ badRows }: VisitsReport, { skipBadRows }: VisitsImport) => badRows > 0 && !skipBadRows

function refuseBad(report: VisitsReport, options: VisitsImport) {
  if (report.rows > 0 && report.badRows === report.rows)
    throw new UnreadableFile('notThisFormat', { format: 'combined-log' })
  if (isRefused(report, options)) throw new Refused()
}

/** As long as a day's salt lives, who was there is known where its visits went, and here they would be new. */
const isRemembered = (at: number) => dayOf(at) >= dayOf(Date.now() - 2 * dayMs)

function emptyReport(path: string, ownHost: string | null): VisitsReport {
  return {
    status: 'imported',
    format: 'combined-log',
    file: basename(path),
    rows: 0,
    imported: 0,
    skipped: 0,
    known: 0,
    badRows: 0,
    errors: [],
    classes: Object.fromEntries(lineClasses.map((name) => [name, 0])) as Record<LineClass, number>,
    referrers: { internal: 0, direct: 0, search: 0, social: 0, website: 0 },
    ownHost,
    visits: 0,
    visitors: 0,
  }
}

type LogText = AsyncIterable<string> & NodeJS.ReadableStream

/** Counts each line. */
async function* viewsIn(
  text: LogText,
  report: VisitsReport,
  own: ReadonlySet<string>,
): AsyncGenerator<{ view: LogLine; line: string }> {
  const seen = new RecentLines()
  for await (const line of linesOf(text)) {
    report.rows++
    const view = readLine(report, line, own, seen.has(line))
    if (view) yield { view, line }
  }
}

async function* linesOf(text: LogText): AsyncGenerator<string> {
  // readline swallows what goes wrong with its input; the error is kept and thrown at the end of the lines.
  let failure: Error | undefined
  text.on('error', (error: Error) => {
    failure = error
  })
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line.trim() !== '') yield line
  if (failure) throw failure
}

/** The host whose pages load the log's assets: visitors come from anywhere, pictures are loaded by the site itself. */
async function findOwnHost(path: string): Promise<string | undefined> {
  const counts = new Map<string, number>()
  let seen = 0
  const text = await openText(path)
  for await (const line of linesOf(text)) {
    const parsed = parseLogLine(line)
    if (!parsed?.referrerHost || !/\.(?:css|js|png|jpe?g|gif|ico|woff2?|svg)$/i.test(parsed.path)) continue
    const host = parsed.referrerHost.replace(/^www\./, '')
    counts.set(host, (counts.get(host) ?? 0) + 1)
    if (++seen >= 20_000 || counts.size > 10_000) break
  }
  text.destroy()
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

async function portalOf(bulk: Bulk, code: string): Promise<string> {
  const [portal] = await bulk.query<{ id: string }>(
    'select id from portal where code = $1 and deleted_at is null',
    [code],
  )
  if (!portal) throw new UnreadableFile('noSuchPortal', { code })
  return portal.id
}

/** The last lines, in two halves so that the older can be forgotten at once. */
class RecentLines {
  private newer = new Set<string>()
  private older = new Set<string>()

  /** Was this line among the last ones? Remembers it. */
  has(line: string): boolean {
    if (this.newer.has(line) || this.older.has(line)) return true
    this.newer.add(line)
    if (this.newer.size >= duplicateWindow / 2) {
      this.older = this.newer
      this.newer = new Set()
    }
    return false
  }
}

/** Counts a line; answers it when it is a page view. */
function readLine(
  report: VisitsReport,
  text: string,
  own: ReadonlySet<string>,
  duplicate: boolean,
): LogLine | undefined {
  const line = parseLogLine(text)
  if (!line) {
    report.classes.broken++
    report.badRows++
    if (report.errors.length < faultsKept) report.errors.push({ row: report.rows, code: 'notALogLine' })
    return undefined
  }
  report.referrers[referrerKind(line.referrerHost, own)]++
  const kind = duplicate ? 'duplicate' : classify(line, agentOf(line.userAgent).bot)
  report.classes[kind]++
  return kind === 'pageView' ? line : undefined
}

function draftOf(portalId: string, line: LogLine, text: string, own: ReadonlySet<string>) {
  const { device, browser } = agentOf(line.userAgent)
  return {
    portalId,
    at: line.at,
    kind: 'view' as const,
    visitor: `${line.address}\n${line.userAgent}`,
    path: line.path,
    ...sourceOf(line.referrerHost, line.query, own),
    country: null,
    province: null,
    city: null,
    device,
    browser,
    linkId: null,
    lineHash: createHash('sha256').update(text).digest().readBigInt64BE(),
  }
}

async function finish(bulk: Bulk, report: VisitsReport, portalId: string) {
  const { imported, known, duplicates, visits, visitors } = await ingestViews(bulk)
  report.classes.pageView -= duplicates
  report.classes.duplicate += duplicates
  Object.assign(report, { imported, known, visits, visitors, skipped: report.rows - imported })
  await bulk.query(
    `insert into import_run (id, portal_id, kind, format, file_name, report) values ($1, $2, 'visits', $3, $4, $5)`,
    [v7(), portalId, report.format, report.file, JSON.stringify(report)],
  )
}
