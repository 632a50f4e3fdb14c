import { matrixActors, matrixTargets } from '#testing/access.ts'
import { AccessMatrix } from '#testing/access-matrix.ts'
import { portals } from '#testing/world/cast.ts'
import type { DrillLine } from './drill.ts'
import { memoryWorld } from './memory-world.ts'
import { period, questionsOf, reads } from './reads.ts'

/**
 * For each kind of row: the rows that exist as (id, path that opens it, and the path of what shows it to those who may
 * not open more: its analytics to analysts, the public page's products, the summary of an account's bills).
 */
const kinds: Record<string, string> = {
  portal: `select id, '/portal/' || id as path, '/analytics/highlights/' || id || '${period}' as other from portal`,
  ...Object.fromEntries(
    ['link', 'event', 'featured', 'release'].map((kind) => [
      kind,
      `select id, '/portal/' || portal_id || '/${kind}/' || id as path,
        '/analytics/salesFunnel/' || portal_id || '${period}' as other from ${kind}`,
    ]),
  ),
  product: `select id, '/portal/' || portal_id || '/product/' || id as path,
    '/analytics/salesByProductDetailInfo/' || portal_id || '${period}&products=' || id as other from product`,
  shown: `select id, '/portal/' || portal_id || '/products' as path from product where status = 'active'`,
  order: `select id, '/portal/' || portal_id || '/order/' || id as path from "order"`,
  bill: `select b.id, '/bill/' || b.id as path, '/portal/' || p.id || '/billing' as other
    from bill b join portal p on p.account_id = b.account_id and p.master`,
  blank: `select id, '/blank/' || id as path from blank`,
  post: `select id, '/communications/post/' || id as path from post`,
}

interface Way {
  id: string
  path: string
  other?: string | null
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Promise 4: every id that an actor is told can be opened by that actor. */
export async function run(): Promise<DrillLine[]> {
  const database = await memoryWorld()
  const matrix = await AccessMatrix.open(database, matrixTargets)
  const waysTo = new Map<string, string[]>()
  for (const query of Object.values(kinds))
    for (const { id, path, other } of await database.query<Way>(query))
      waysTo.set(id, [...(waysTo.get(id) ?? []), path, ...(other ? [other] : [])])
  const get = async (path: string, headers: Record<string, string>) => {
    const response = await matrix.app.request(`/api${path}`, { headers })
    return { status: response.status, text: await response.text() }
  }
  const opensAny = async (ways: readonly string[], headers: Record<string, string>) => {
    for (const way of ways) if ((await get(way, headers)).status === 200) return true
    return false
  }
  let answers = 0
  let told = 0
  const wrong = new Set<string>()
  for (const actor of matrixActors) {
    const headers = matrix.credentials(actor)
    const opened = new Map<string, boolean>()
    for (const { fullName, contract } of reads) {
      const path = contract['~orpc'].route.path ?? ''
      const targets = path.includes('{portalId}') ? Object.values(portals).map(({ id }) => id) : ['']
      for (const target of targets)
        for (const question of questionsOf(fullName)) {
          const { status, text } = await get(path.replace('{portalId}', target) + question, headers)
          if (status !== 200) continue
          answers++
          for (const id of new Set(text.match(uuids))) {
            const ways = waysTo.get(id)
            if (!ways) continue
            told++
            if (!opened.has(id)) opened.set(id, await opensAny(ways, headers))
            if (!opened.get(id)) wrong.add(`${actor}: ${fullName} tells ${ways[0]}, which does not open`)
          }
        }
    }
  }
  await database.close()
  for (const line of [...wrong]) console.log(line)
  return [
    {
      promise: '4 what is told can be opened',
      figure: 'every id of a list, search, file or analytics answer',
      result: `${told} ids in ${answers} answers, ${wrong.size} not to be opened`,
      ok: told > 0 && wrong.size === 0,
    },
  ]
}
