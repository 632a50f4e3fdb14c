import { inBulk } from '#platform/bulk.ts'
import type { Database } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { dayMs, dayOf, formatDay, offsetMs, parseDay } from '#platform/time.ts'
import { readEurofxref } from './eurofxref.ts'
import { keepRates } from './keep-rates.ts'

const patienceMs = 60_000
/** The whole history is about 8 MB. */
const bytesMax = 25_000_000
/** Published about 16:00 on days on which the markets are open. */
const publishedAfterHour = 16

/** The last working day whose rates are out, the bank's holidays aside. */
export function lastPublished(now: Date): number {
  const at = now.getTime()
  const hour = new Date(at + offsetMs(at)).getUTCHours()
  let day = hour >= publishedAfterHour ? dayOf(at) : dayOf(at) - 1
  while ([0, 6].includes(new Date(day * dayMs).getUTCDay())) day--
  return day
}

/** The smallest of the bank's files that leaves no gap after `known`; undefined when there is nothing to fetch. */
export function fileFor(known: string | null, now: Date): string | undefined {
  const last = lastPublished(now)
  const from = known === null ? undefined : parseDay(known)
  if (from === undefined) return 'eurofxref-hist.xml'
  if (from >= last) return undefined
  // A day's file holds one day; over a weekend that is the next one.
  const working = Array.from({ length: last - from }, (_, at) =>
    new Date((from + 1 + at) * dayMs).getUTCDay(),
  )
  if (working.filter((day) => day !== 0 && day !== 6).length === 1) return 'eurofxref-daily.xml'
  return last - from < 85 ? 'eurofxref-hist-90d.xml' : 'eurofxref-hist.xml'
}

/**
 * Brings in what the bank has published since. Without its web site nothing is lost: the next run by the clock asks again,
 * and orders are counted at the last known rate meanwhile.
 */
export async function fetchRates(
  database: Database,
  log: Log,
  url: string | undefined,
  now: Date,
): Promise<void> {
  if (!url) return
  const [known] = await inBulk(database, (bulk) =>
    bulk.query<{ day: string | null }>('select max(day)::text as day from exchange_rate'),
  )
  const file = fileFor(known?.day ?? null, now)
  if (!file) return
  try {
    const rates = readEurofxref(await download(`${url.replace(/\/$/, '')}/${file}`), now)
    const changed = await inBulk(database, (bulk) => keepRates(bulk, rates))
    log.info({ file, changed, known: formatDay(lastPublished(now)) }, 'exchange rates')
  } catch (error) {
    log.warn({ error, file }, 'exchange rates could not be fetched')
  }
}

async function download(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs) })
  if (!answer.ok || !answer.body) throw new Error(`${url} answers ${answer.status}`)
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body) {
    bytes += part.length
    if (bytes > bytesMax) throw new Error(`${url} is larger than ${bytesMax} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
