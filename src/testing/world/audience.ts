import { type PortalKey, portals } from './cast.ts'
import type { makePlaces, Place } from './places.ts'
import { type Random, randomFrom, weighted } from './random.ts'
import { busyness, momentsOf, worldDays } from './rhythm.ts'
import type { Stretch } from './sales.ts'

/** Somebody opens a page of a portal, as a web server would write it down. */
export interface WorldView {
  portal: PortalKey
  at: Date
  path: string
  referrer: string | null
  utm: { source: string; medium: string; campaign: string } | null
  address: string
  userAgent: string
  place: Place
  /** Position of the link that was opened; null for a page view. */
  link: number | null
}

type Origin = Pick<WorldView, 'referrer' | 'utm'>
const from = (referrer: string): Origin => ({ referrer, utm: null })
const tagged = (
  source: string,
  medium: string,
  campaign: string,
  referrer: string | null = null,
): Origin => ({
  referrer,
  utm: { source, medium, campaign },
})

const pickOrigin = weighted<Origin>([
  [from('https://l.instagram.com/'), 32],
  [{ referrer: null, utm: null }, 23],
  [from('https://open.spotify.com/'), 18],
  [tagged('Boletín', 'email', 'novedades'), 11],
  [from('https://www.google.com/'), 8],
  [from('https://www.youtube.com/'), 4],
  [tagged('Instagram', 'paid_social', 'preventa', 'https://l.instagram.com/'), 2],
  [from('https://www.mondosonoro.com/agenda/'), 1],
])

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const pickAgent = weighted([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
    40,
  ],
  [`Mozilla/5.0 (Linux; Android 15; SM-S926B) ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`, 38],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 18],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 4],
])

const clicksSinceDays = 100
/** So many of a day's visits are of somebody who was there before on that day, and long enough ago for another visit. */
const returning = 0.14
const apartMs = 45 * 60_000
/** The upper ones are opened most. */
const pickLink = weighted([30, 22, 14, 16, 9, 5, 2].map((weight, position) => [position, weight] as const))

/** About two years of a portal's page views, oldest first; the same for the same stretch. */
export function* makeViews(
  key: PortalKey,
  recordAges: readonly number[],
  place: ReturnType<typeof makePlaces>,
  { now, days, seed, volume }: Stretch,
): Generator<WorldView> {
  const { home, visitsADay, openedDaysAgo } = portals[key]
  const { first, last } = worldDays(now, days)
  const records = recordAges.map((age) => last - age)
  const random = randomFrom(`${seed} visits ${key}`)
  const returns = randomFrom(`${seed} returns ${key}`)
  for (let day = Math.max(first, last - openedDaysAgo); day <= last; day++) {
    const mean = visitsADay * volume * busyness(day, last, records, 6) * (0.85 + 0.3 * random.next())
    const earlier: { at: number; who: Pick<WorldView, 'address' | 'userAgent' | 'place'> }[] = []
    for (const at of momentsOf(day, random.poisson(mean), now.getTime(), random)) {
      const origin = pickOrigin(random)
      const other = {
        address: addressOf(random),
        userAgent: pickAgent(random),
        place: place(random, home, 0.06),
      }
      const back = returns.chance(returning) ? earlier.findLast((one) => at - one.at > apartMs) : undefined
      const { place: where, ...who } = back?.who ?? other
      if (!back) earlier.push({ at, who: other })
      const visit = { portal: key, ...origin, ...who, link: null }
      yield { ...visit, at: new Date(at), path: '/', place: where }
      const clickedAt = at + random.between(4, 90) * 1000
      // Links were counted from some day on, and every third visit opens one.
      if (last - day <= clicksSinceDays && random.chance(0.33) && clickedAt <= now.getTime())
        yield { ...visit, at: new Date(clickedAt), path: '/', place: where, link: pickLink(random) }
      // One in ten looks at a second page.
      if (random.chance(0.1)) {
        const later = new Date(at + random.between(20, 400) * 1000)
        if (later <= now)
          yield { ...visit, referrer: null, utm: null, at: later, path: '/tienda', place: where }
      }
    }
  }
}

/** From the range for benchmarks (RFC 2544): nobody's address. */
const addressOf = (random: Random) => `198.18.${random.between(0, 255)}.${random.between(1, 254)}`
