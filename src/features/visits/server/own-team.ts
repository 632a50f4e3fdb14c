import type { Database } from '#platform/db.ts'
import type { SeenView } from './seen-view.ts'

const refreshMs = 60_000
const device = (address: string, userAgent: string) => `${address}\n${userAgent.slice(0, 300)}`

/**
 * Tells whether a view comes from a portal's own team. The public pages are another origin and never see the session's
 * cookie, and they set none of their own; so whoever has been signed in during the last 24 hours is known by address and
 * browser, and is not counted at the portals of their accounts. Staff are counted nowhere.
 */
export function teamDevices(database: Database) {
  let known = new Map<string, Set<string>>()
  let readAt = Number.NEGATIVE_INFINITY
  const forget = (error: unknown) => {
    readAt = Number.NEGATIVE_INFINITY
    throw error
  }
  return async (): Promise<(view: SeenView) => boolean> => {
    if (Date.now() - readAt > refreshMs) {
      const isFirst = readAt < 0
      readAt = Date.now()
      const reading = read(database).then((found) => {
        known = found
      })
      // A database that takes its time, or is away: whoever was known last stays known meanwhile.
      if (isFirst) await reading.catch(forget)
      else reading.catch(() => {})
    }
    return (view) => {
      const accounts = known.get(device(view.address, view.userAgent))
      return accounts !== undefined && (accounts.has(everyAccount) || accounts.has(view.accountId))
    }
  }
}

const everyAccount = '*'

async function read(database: Database): Promise<Map<string, Set<string>>> {
  const rows = await database.query<{ address: string; user_agent: string; account_id: string }>(
    `select distinct s.address, s.user_agent, case when p.staff then '${everyAccount}' else o.account_id::text end as account_id
     from session s join person p on p.id = s.person_id
     left join member m on m.person_id = p.id left join portal o on o.id = m.portal_id
     where s.last_seen_at > clock_timestamp() - interval '24 hours' and s.address is not null and s.user_agent is not null
       and (p.staff or o.account_id is not null)`,
  )
  const known = new Map<string, Set<string>>()
  for (const { address, user_agent, account_id } of rows) {
    const key = device(address, user_agent)
    known.set(key, (known.get(key) ?? new Set()).add(account_id))
  }
  return known
}
