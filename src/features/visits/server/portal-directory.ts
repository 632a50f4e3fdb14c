import type { Database } from '#platform/db.ts'

/** Which portal a tracker's `domain` means. */
export interface KnownPortal {
  id: string
  accountId: string
}

const refreshMs = 30_000
/** Answers for names that no portal has are remembered too, but strangers can invent those without end. */
const rememberedMax = 50_000

/** Portals by address (`nino-lobo`) and by verified domain, in memory: collecting asks thousands of times a second. */
export function portalDirectory(database: Database) {
  let known = new Map<string, Promise<KnownPortal | undefined>>()
  let since = Date.now()
  return (name: string): Promise<KnownPortal | undefined> => {
    if (Date.now() - since > refreshMs || known.size > rememberedMax) {
      known = new Map()
      since = Date.now()
    }
    const found = known.get(name) ?? find(database, name)
    if (!known.has(name)) {
      known.set(name, found)
      found.catch(() => known.delete(name))
    }
    return found
  }
}

async function find(database: Database, name: string): Promise<KnownPortal | undefined> {
  const [row] = await database.query<{ id: string; account_id: string }>(
    `select id, account_id from portal where deleted_at is null
     and (custom_url = $1 or (custom_domain = $1 and domain_state = 3)
       or id = (select portal_id from former_address where custom_url = $1)) order by custom_url = $1 desc limit 1`,
    [name],
    'portal_by_name',
  )
  return row && { id: row.id, accountId: row.account_id }
}

const directories = new WeakMap<Database, ReturnType<typeof portalDirectory>>()
/** The one directory of a database. */
export function directoryOf(database: Database) {
  const found = directories.get(database) ?? portalDirectory(database)
  directories.set(database, found)
  return found
}
