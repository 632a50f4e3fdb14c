import type { Resolver } from 'node:dns/promises'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { asJob } from '#platform/background.ts'
import { domainStates } from '#platform/constants.ts'
import type { Database, Tx } from '#platform/db.ts'
import { domainFault, domainRecords } from './domain.ts'
import { portal } from './table.ts'

const atOnce = 10
const batch = 500

interface Due {
  id: string
  custom_domain: string
  domain_state: number
  expired: boolean
}

interface DomainCheck {
  secret: Buffer
  portalsOrigin: string
  resolver: Resolver
}

/**
 * Looks at the DNS of every domain that is due: being verified every 5 minutes for 72 hours, verified ones every hour,
 * broken ones every half hour until 72 hours have passed. That no DNS server answers breaks nothing that was verified.
 */
export async function checkDomains(database: Database, check: DomainCheck): Promise<void> {
  const due = await database.query<Due>(
    `select id, custom_domain, domain_state,
       coalesce(domain_since, updated_at) < clock_timestamp() - interval '72 hours' as expired
     from portal where custom_domain is not null and deleted_at is null and (
       (domain_state = 2 and coalesce(domain_checked_at, 'epoch') < clock_timestamp() - interval '5 minutes')
       or (domain_state = 3 and coalesce(domain_checked_at, 'epoch') < clock_timestamp() - interval '1 hour')
       or (domain_state = 4 and domain_since > clock_timestamp() - interval '72 hours'
         and coalesce(domain_checked_at, 'epoch') < clock_timestamp() - interval '30 minutes'))
     order by domain_checked_at nulls first limit ${batch}`,
  )
  for (let from = 0; from < due.length; from += atOnce)
    await Promise.all(due.slice(from, from + atOnce).map((one) => checkDomain(database, check, one)))
}

async function checkDomain(database: Database, check: DomainCheck, due: Due): Promise<void> {
  const records = domainRecords(check.secret, check.portalsOrigin, due.id, due.custom_domain)
  const found = await domainFault(check.resolver, due.custom_domain, records)
  await asJob(database, async (tx) => {
    const fault = found ?? ((await isElsewhere(tx, due)) ? 'otherPortal' : undefined)
    const state = nextState(due, fault)
    // A domain that was right until now has 72 hours to come back.
    const fell = due.domain_state === domainStates.verified && state === domainStates.error
    await tx
      .update(portal)
      .set({
        domainState: state,
        domainReason: fault ?? null,
        domainCheckedAt: sql`clock_timestamp()`,
        ...(fell ? { domainSince: sql`clock_timestamp()` } : {}),
      })
      // Somebody may have typed another domain while DNS was asked.
      .where(
        and(
          eq(portal.id, due.id),
          eq(portal.customDomain, due.custom_domain),
          eq(portal.domainState, due.domain_state as 1 | 2 | 3 | 4),
        ),
      )
  })
}

/** Has another portal proven the domain already? Whoever asks at the same moment takes turns. */
async function isElsewhere(tx: Tx, due: Due): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`domain ${due.custom_domain}`}, 0))`)
  const others = await tx
    .select({ id: portal.id })
    .from(portal)
    .where(
      and(
        eq(portal.customDomain, due.custom_domain),
        eq(portal.domainState, domainStates.verified),
        isNull(portal.deletedAt),
        ne(portal.id, due.id),
      ),
    )
  return others.length > 0
}

function nextState({ domain_state, expired }: Due, fault: string | undefined): 2 | 3 | 4 {
  if (!fault) return domainStates.verified
  if (domain_state === domainStates.verified)
    return fault === 'noAnswer' ? domainStates.verified : domainStates.error
  if (domain_state === domainStates.error || expired) return domainStates.error
  return domainStates.verifying
}
