import { openRaces, race, versionedOperations } from '#testing/races.ts'
import type { DrillLine } from './drill.ts'
import { postgresWorld } from './memory-world.ts'

const rounds = 100

/** Promise 22 on PostgreSQL, for every operation that is declared as an edit of a version, or for the one that is named. */
export async function run(only?: string): Promise<DrillLine[]> {
  const raced = versionedOperations.filter(({ fullName }) => !only || fullName === only)
  if (raced.length === 0) throw new Error(`${only} is no edit of a version.`)
  const world = await postgresWorld()
  const promise = '22 two people save the same thing'
  if (!world) return [{ promise, figure: 'on PostgreSQL', result: 'none is installed here', ok: false }]
  try {
    const send = await openRaces(world.database)
    const faults: string[] = []
    for (const { fullName } of raced) {
      const found = await race(send, fullName, rounds)
      for (const fault of found.slice(0, 3)) console.log(`${fullName}: ${fault}`)
      faults.push(...found)
    }
    return [
      {
        promise,
        figure: `${rounds} races of each versioned operation: one wins and stands, 412; without version taken, money calls 428`,
        result: `${raced.length} operations, ${raced.length * rounds} races, ${faults.length} lost or not one of each`,
        ok: faults.length === 0,
      },
    ]
  } finally {
    await world.stop()
  }
}
