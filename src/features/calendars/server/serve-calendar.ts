import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { hashToken } from '#features/account/server/sessions.ts'
import { demandsSecondFactor, type Person, type PortalScope } from '#platform/actor.ts'
import type { Services } from '#platform/call.ts'
import { addressGroup } from '#platform/caller-address.ts'
import { asService, type Database } from '#platform/db.ts'
import { TooMany } from '#platform/errors.ts'
import { sameTag } from '#platform/http-conditions.ts'
import { calendarFile } from '#platform/icalendar.ts'
import { words } from '#platform/words.ts'
import { eventEntries, postEntries, releaseEntries, type Shown } from './entries.ts'
import { portalOf, portalsOfAccount, type Which } from './rights.ts'

/** How often one calendar is read: programs ask every few minutes at most, on as many devices as somebody has. */
const reads = { points: 120, duration: 60 * 60 }
/** How often an address (an IPv6 network of 64 bits counts as one) may ask for calendars that are not there. */
const misses = { points: 60, duration: 15 * 60 }

interface Asked {
  /** What the address ends with: `<token>.ics`. */
  file: string
  ifNoneMatch: string | undefined
  /** Where the request came from. */
  address: string
}

/**
 * Answers calendars at their addresses: what their owner may see at this moment, or 404 with no word of why not. Limits are
 * kept in memory, by process.
 */
export function calendarServer(database: Database, services: Services) {
  const readOf = new RateLimiterMemory(reads)
  const missOf = new RateLimiterMemory(misses)
  return async ({ file, ifNoneMatch, address }: Asked): Promise<Response> => {
    const from = addressGroup(address)
    const missed = await missOf.get(from)
    if (missed && missed.consumedPoints >= misses.points) throw new TooMany(missed.msBeforeNext / 1000)
    const token = /^([\w-]{43})\.ics$/.exec(file)?.[1]
    const owned = token ? await findCalendar(database, hashToken(token)) : undefined
    const portal = owned && (await portalOf(database, owned.person, owned))
    if (!owned || !portal) {
      await missOf.consume(from).catch(() => {})
      return nothing()
    }
    await readOf.consume(owned.id).catch((refused: unknown) => {
      throw refused instanceof RateLimiterRes ? new TooMany(refused.msBeforeNext / 1000) : refused
    })
    const content = await contentOf(database, services, owned, portal)
    await noteReading(database, owned)
    return told(content, ifNoneMatch)
  }
}

const nothing = () =>
  new Response('Not found', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })

function told(content: string, ifNoneMatch: string | undefined): Response {
  const tag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
  const headers = {
    ETag: tag,
    // Nobody on the way keeps it, and whoever has it asks whether it still holds.
    'Cache-Control': 'private, no-cache',
    'X-Robots-Tag': 'noindex',
  }
  if (sameTag(ifNoneMatch, tag)) return new Response(null, { status: 304, headers })
  return new Response(content, {
    headers: {
      ...headers,
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="backline.ics"',
    },
  })
}

interface Owned extends Which {
  id: string
  person: Person
  readLately: boolean
}

/** The calendar behind a hash with its owner; undefined where there is none, or its owner would not get in either. */
async function findCalendar(database: Database, hash: string): Promise<Owned | undefined> {
  const [row] = await database.query<Person & Which & { calendarId: string; readLately: boolean }>(
    `select p.id, p.name, p.email, p.locale, p.staff, p.super, p.permissions, c.id as "calendarId",
       c.portal_id as "portalId", c.whole_account as "wholeAccount",
       coalesce(c.last_read_at > clock_timestamp() - interval '10 minutes', false) as "readLately"
     from subscribed_calendar c join person p on p.id = c.person_id
     where c.hash = $1 and p.suspended_at is null
       and not (p.totp_confirmed_at is null and ${demandsSecondFactor('p')})`,
    [hash],
    'find_calendar',
  )
  if (!row) return undefined
  const { calendarId, portalId, wholeAccount, readLately, ...person } = row
  return { id: calendarId, portalId, wholeAccount, readLately, person }
}

// Kept coarse, and no reason to fail: a database that only reads does not keep it.
const noteReading = async (database: Database, { id, readLately }: Owned) => {
  if (readLately) return
  await database
    .query('update subscribed_calendar set last_read_at = clock_timestamp() where id = $1', [id])
    .catch(() => {})
}

/** What stands in a calendar now, read with no more reach than its owner has. */
async function contentOf(database: Database, services: Services, owned: Owned, portal: PortalScope) {
  const { person, wholeAccount } = owned
  const { appOrigin, portalsOrigin } = services
  const portals = wholeAccount ? await portalsOfAccount(database, person, portal) : [portal]
  const shown: Shown = {
    ...{ portals, wholeAccount, appOrigin, portalsOrigin },
    ...{ locale: person.locale, now: new Date() },
  }
  const reach = person.staff
    ? asService('people')
    : {
        role: 'member' as const,
        personId: person.id,
        portals: portals.map(({ id }) => id),
        accounts: [portal.accountId],
      }
  const seesPosts = person.staff && portal.keys.has('communications.viewcommunications')
  const entries = await database.read(reach, async (tx) => [
    ...(await eventEntries(tx, shown)),
    ...(await releaseEntries(tx, shown)),
    ...(seesPosts ? await postEntries(tx, shown) : []),
  ])
  const name = wholeAccount
    ? words('calendars.nameOfLabel', person.locale, { portal: portal.name })
    : portal.name
  return calendarFile({ name, product: 'Calendar', refreshHours: 1, entries })
}
