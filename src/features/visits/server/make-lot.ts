import { factText } from '#features/rollups/server/feed-facts.ts'
import type { CountedVisits, LotSums } from '#features/rollups/server/visits-alone.ts'
import type { Cell } from '#platform/bulk.ts'
import { seenBytes, type VisitorMemory, writeSeen } from './visitor-memory.ts'

export interface MadeLot {
  /** Rows of ClickHouse's `visit_fact` as text. */
  facts: string
  /** What PostgreSQL adds to its totals. */
  sums: LotSums
  /** Who was seen when, for the memory to be made again. */
  visitors: Buffer
}

const hourMs = 3_600_000
const noLink = '00000000-0000-0000-0000-000000000000'
type Row = readonly Cell[]

/**
 * Makes facts of batches (rows of `viewRow`), one batch after the other as PostgreSQL would, and of all of them together. The memory
 * learns whom they saw: the same batches after the same ones come to the same bytes, whoever makes them.
 */
export function makeLot(batches: readonly (readonly Row[])[], memory: VisitorMemory): MadeLot {
  const facts = new Map<string, Sums>()
  const hours = new Map<string, CountedVisits>()
  const links = new Map<string, CountedVisits>()
  const countries = new Set<string>()
  const visitors = Buffer.allocUnsafe(batches.reduce((sum, { length }) => sum + length, 0) * seenBytes)
  let seen = 0
  const sumsOfView = (row: Row, portalId: string, at: number): Sums => {
    writeSeen(visitors, seen, portalId, String(row[3]), at)
    const isNew = memory.see(visitors.readUInt32BE(seen + 16), visitors.readUInt32BE(seen + 20), at)
    seen += seenBytes
    return { visits: Number(isNew.opens), visitors: Number(isNew.first), views: 1, clicks: 0 }
  }
  for (const row of batches.flatMap((batch) => batch.toSorted(earlierFirst))) {
    const portalId = String(row[0])
    const at = Date.parse(String(row[1]))
    const hour = Math.floor(at / hourMs) * hourMs
    const sums =
      row[2] === 'view' ? sumsOfView(row, portalId, at) : { visits: 0, visitors: 0, views: 0, clicks: 1 }
    const [country, linkId] = [row[10], row[15]]
    const ofHour = `${portalId}\0${hour / 1_000}`
    const key = factKey(row, ofHour)
    if (!added(facts, key, sums)) facts.set(key, sums)
    count(hours, ofHour, { portalId, linkId: null, at: hour }, sums)
    if (linkId) count(links, `${ofHour}\0${linkId}`, { portalId, linkId: String(linkId), at: hour }, sums)
    if (String(country).length === 2) countries.add(`${portalId} ${country}`)
  }
  return {
    facts: textOf(facts),
    sums: {
      ...{ hours: [...hours.values()], links: [...links.values()] },
      countries: [...countries].map((each) => each.split(' ') as [string, string]),
    },
    visitors: visitors.subarray(0, seen),
  }
}

function factKey(row: Row, ofHour: string): string {
  const place = `${row[10] ?? ''}\0${row[11] ?? ''}\0${row[12] ?? ''}`
  const origin = `${row[5] ?? ''}\0${row[6] ?? ''}\0${row[7] ?? ''}\0${row[8] ?? ''}\0${row[9]}`
  return `${ofHour}\0${place}\0${origin}\0${row[13]}\0${row[14]}\0${row[15] ?? noLink}`
}

type Sums = Pick<CountedVisits, 'visits' | 'visitors' | 'views' | 'clicks'>

function added(to: ReadonlyMap<string, Sums>, key: string, sums: Sums): boolean {
  const known = to.get(key)
  if (!known) return false
  known.visits += sums.visits
  known.visitors += sums.visitors
  known.views += sums.views
  known.clicks += sums.clicks
  return true
}

function count(
  to: Map<string, CountedVisits>,
  key: string,
  of: Pick<CountedVisits, 'portalId' | 'linkId' | 'at'>,
  sums: Sums,
) {
  if (!added(to, key, sums)) to.set(key, { ...of, ...sums })
}

/** As PostgreSQL sorts a batch: by time, and what is of one time as it came. */
const earlierFirst = ([, a]: Row, [, b]: Row) => (String(a) < String(b) ? -1 : a === b ? 0 : 1)

const needsCare = /[\\\t\n\r]/
/** Texts hold no NUL: until here it stands between them, so that few have to be looked through letter by letter. */
function textOf(facts: ReadonlyMap<string, Sums>): string {
  const lines: string[] = []
  for (const [key, { visits, visitors, views, clicks }] of facts)
    lines.push(
      `${needsCare.test(key) ? factText([key]) : key}\0${visits}\0${visitors}\0${views}\0${clicks}\n`,
    )
  return lines.join('').replaceAll('\0', '\t')
}
