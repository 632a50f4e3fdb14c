import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { addViews } from '#features/visits/server/ingest-views.ts'
import type { ViewDraft } from '#features/visits/server/view-draft.ts'
import type { Database } from '#platform/db.ts'
import { measureSpool } from './analytics-spool.ts'
import type { Figure } from './figures.ts'

/** A second of what is asked for, as the queue writes it, and how many seconds of it. */
const [batch, batches] = [20_000, 30]
/** As many processes as the database has cores. */
const writers = 2

/**
 * Visits with all dimensions a second, every visitor another: written as the queue of the collect call writes them, from
 * drafts to durable rows with their totals, and rolled up. They come to a database that has a history.
 */
export async function measureIngest(database: Database): Promise<Figure[]> {
  const portals = await database.query<{ id: string }>('select id from bench_portal order by place')
  const places = await database.query<{ country: string; province: string | null; city: string }>(
    'select country, province, city from bench_place order by place',
  )
  const draftOf = (n: number, at: number): ViewDraft => {
    const u = (salt: number) => (((n + 1) * 2_654_435_761 * salt) % 4_294_967_296) / 4_294_967_296
    const referrer = Math.floor(300 * u(3) ** 2)
    const place = places[Math.floor(places.length * u(5) ** 3)]
    return {
      portalId: portals[Math.floor(portals.length * u(7) ** 3)]?.id ?? '',
      at,
      kind: 'view',
      visitor: `visitor ${n}`,
      path: '/',
      source: referrer < 90 ? null : referrer < 200 ? 'Google' : `site-${referrer}`,
      medium: null,
      campaign: n % 20 === 0 ? `campaign-${n % 40}` : null,
      referrer: referrer < 90 ? null : `site-${referrer}.example`,
      channel: ['direct', 'search', 'social', 'referral'][referrer % 4] as string,
      country: place?.country ?? null,
      province: place?.province ?? null,
      city: place?.city ?? null,
      device: ['mobile', 'mobile', 'desktop', 'tablet'][n % 4] as string,
      browser: ['Chrome', 'Safari', 'Firefox'][n % 3] as string,
      linkId: null,
      lineHash: null,
    }
  }
  const started = performance.now()
  let next = 0
  const writer = async () => {
    while (next < batches) {
      const mine = next++
      const at = Date.now()
      await addViews(
        database,
        Array.from({ length: batch }, (_, n) => draftOf(mine * batch + n, at)),
      )
    }
  }
  await Promise.all(Array.from({ length: writers }, writer))
  const written = (performance.now() - started) / 1000
  await rollWaitingBatches(database)
  const rolled = (performance.now() - started) / 1000
  const views = batch * batches
  const spooled = Array.from({ length: 10 }, (_, at) =>
    Array.from({ length: batch }, (_, n) => draftOf((batches + at) * batch + n, Date.now())),
  )
  return [
    ...(await measureSpool(database, spooled)),
    { what: 'visits written with their facts and totals', value: views / written, unit: 'per second' },
    {
      what: 'visits written and rolled up with all dimensions',
      value: views / rolled,
      unit: 'per second',
      limit: '≥ 20,000',
      met: views / rolled >= 20_000,
    },
  ]
}
