import { matrixActors, matrixTargets } from '#testing/access.ts'
import { AccessMatrix } from '#testing/access-matrix.ts'
import { portals } from '#testing/world/cast.ts'
import type { DrillLine } from './drill.ts'
import { idsByKey } from './ids-keys.ts'
import { memoryWorld } from './memory-world.ts'
import { questionsOf, reads } from './reads.ts'
import { uuids, waysToRows } from './row-ways.ts'

/** Promise 4: every id that an actor is told can be opened by that actor. */
export async function run(): Promise<DrillLine[]> {
  const database = await memoryWorld()
  const matrix = await AccessMatrix.open(database, matrixTargets)
  const waysTo = await waysToRows(database)
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
          for (const id of new Set(toldIn(fullName, text).match(uuids))) {
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
    ...(await idsByKey()),
  ]
}

/** An answer without what somebody is only asked to join: that opens with their yes. */
function toldIn(fullName: string, text: string) {
  return fullName === 'team.listOwnTeams' ? JSON.stringify({ ...JSON.parse(text), invitations: [] }) : text
}
