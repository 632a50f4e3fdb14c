import type { Database } from '#platform/db.ts'
import { openDatabase } from '#platform/open-database.ts'
import { type PersonKey, people } from '#testing/world/cast.ts'
import type { DrillLine } from './drill.ts'
import { cookieOf, programOn } from './identity-program.ts'
import { postgresWorld } from './memory-world.ts'
import { questionsOf, reads } from './reads.ts'

const requests = 10_000
const atOnce = 40
const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const marks = /mark-[a-z0-9]+-mark/g

const markOn = (code: string) => `mark-${code.toLowerCase()}-mark`
/** What people write, one column of text or bilingual text a table: each row of it gets its portal's mark. */
const marked = [
  ['link', `title = jsonb_set(title, '{es}', to_jsonb((title->>'es') || mark))`],
  ['event', 'name = name || mark'],
  ['product', `name = jsonb_set(name, '{es}', to_jsonb((name->>'es') || mark))`],
  ['release', `title = jsonb_set(title, '{es}', to_jsonb((title->>'es') || mark))`],
  ['"order"', 'external_id = external_id || mark'],
] as const

async function plant(database: Database) {
  for (const [table, change] of marked)
    await database.query(
      `update ${table} row set ${change} from (select id, ' mark-' || lower(code) || '-mark' as mark from portal) p where p.id = row.portal_id`,
    )
}

/** Every id that belongs to a portal or an account, with whose it is. */
async function owners(database: Database): Promise<Map<string, string>> {
  const tables = await database.query<{ table: string; column: string }>(
    `select c.table_name as table, min(c.column_name) filter (where c.column_name <> 'id') as column
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name in ('id', 'portal_id', 'account_id')
     group by 1 having count(*) filter (where c.column_name = 'id') = 1 and count(*) > 1`,
  )
  const owner = new Map<string, string>()
  for (const { table, column } of tables)
    for (const row of await database.query<{ id: string; owner: string | null }>(
      `select id::text, "${column}"::text as owner from "${table}"`,
    ))
      if (row.owner && row.id.length === 36) owner.set(row.id, row.owner)
  for (const { id } of await database.query<{ id: string }>('select id from portal')) owner.set(id, id)
  for (const { id } of await database.query<{ id: string }>('select id from account')) owner.set(id, id)
  return owner
}

interface Member {
  who: PersonKey
  cookie: string
  portals: string[]
  /** Their portals and the accounts of these: whose rows they may be told of. */
  reach: Set<string>
  /** The labels' portals that decide for theirs: each of theirs names its own, and nothing else does. */
  deciding: Set<string>
  marks: Set<string>
}

/** Members with what they reach, from the rows themselves: a membership, or one in the label's master portal. */
async function members(database: Database): Promise<Member[]> {
  const found: Member[] = []
  for (const [who, { id }] of Object.entries(people)) {
    const reached = await database.query<{ id: string; account_id: string; code: string }>(
      `select distinct p.id, p.account_id, p.code from person h join member m on m.person_id = h.id
         join portal own on own.id = m.portal_id join account a on a.id = own.account_id
         join portal p on p.id = own.id or (own.master and a.type = 'master' and p.account_id = own.account_id)
       where h.id = $1 and not h.staff and h.suspended_at is null and p.deleted_at is null`,
      [id],
    )
    if (reached.length === 0) continue
    const deciding = await database.query<{ id: string }>(
      'select id::text from portal where master and deleted_at is null and account_id = any($1::uuid[])',
      [reached.map((portal) => portal.account_id)],
    )
    found.push({
      who: who as PersonKey,
      cookie: await cookieOf(database, who as PersonKey),
      portals: reached.map((portal) => portal.id),
      reach: new Set(reached.flatMap((portal) => [portal.id, portal.account_id])),
      deciding: new Set(deciding.map((portal) => portal.id)),
      marks: new Set(reached.map(({ code }) => markOn(code))),
    })
  }
  return found
}

/** Promise 5: connections that many people share tell nobody of anybody else. */
export async function run(): Promise<DrillLine[]> {
  const world = await postgresWorld()
  if (!world) throw new Error('This drill needs an installed PostgreSQL.')
  const shared = await openDatabase({ url: world.url, folder: '', poolSize: 2 })
  try {
    await plant(world.database)
    const owner = await owners(world.database)
    const all = await members(world.database)
    const markOf = new Map(
      (await world.database.query<{ id: string; code: string }>('select id, code from portal')).map(
        ({ id, code }) => [id, markOn(code)],
      ),
    )
    const portals = [...markOf.keys()]
    const app = programOn(shared)
    const leaks = new Set<string>()
    const statuses = new Map<number, number>()
    let told = 0
    let asked = 0
    const pick = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T
    const one = async (member: Member) => {
      const { fullName, contract } = pick(reads)
      // A third of those that name a portal name anybody's.
      const portalId = pick(Math.random() < 0.67 ? member.portals : portals)
      const path =
        (contract['~orpc'].route.path ?? '').replace('{portalId}', portalId) + pick(questionsOf(fullName))
      const response = await app.request(`/api${path}`, { headers: { cookie: member.cookie } })
      const text = await response.text()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      if (response.status !== 200) return
      for (const id of new Set(text.match(uuids))) {
        const whose = owner.get(id)
        if (!whose) continue
        told++
        const decides = fullName === 'portals.getPortal' && member.deciding.has(id)
        if (!member.reach.has(whose) && !decides)
          leaks.add(`${member.who}: ${fullName} tells ${id} of ${whose}`)
      }
      for (const mark of new Set(text.match(marks))) {
        told++
        if (!member.marks.has(mark)) leaks.add(`${member.who}: ${fullName} tells ${mark}`)
      }
    }
    const write = (member: Member) => {
      const portalId = pick(member.portals)
      return app.request(`/api/portal/${portalId}/link`, {
        method: 'POST',
        headers: { cookie: member.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({
          title: { es: `Nuevo ${markOf.get(portalId)}` },
          url: 'https://example.org/',
        }),
      })
    }
    const started = performance.now()
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (asked < requests) {
          asked++
          await (asked % 20 === 0 ? write(pick(all)) : one(pick(all)))
        }
      }),
    )
    for (const leak of leaks) console.log(leak)
    const strange = [...statuses].filter(([status]) => ![200, 400, 403, 404, 409].includes(status))
    const answered = statuses.get(200) ?? 0
    return [
      {
        promise: '5 one pool of 2 for everybody',
        figure: `${requests.toLocaleString('en')} interleaved requests, 0 rows of others`,
        result: `${asked.toLocaleString('en')} requests of ${all.length} members, ${answered} answered, ${told} ids and marks in them, ${leaks.size} of others, strange ${JSON.stringify(strange)}, ${((performance.now() - started) / 1000).toFixed(0)} s`,
        ok: leaks.size === 0 && strange.length === 0 && answered > requests / 3 && told > requests,
      },
    ]
  } finally {
    await shared.close()
    await world.stop()
  }
}
