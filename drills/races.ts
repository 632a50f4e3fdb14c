import { openRaces, race, versionedOperations } from '#testing/races.ts'
import type { DrillLine } from './drill.ts'
import { postgresWorld } from './memory-world.ts'

const rounds = 100

/** Promise 22 on PostgreSQL, for every operation that is declared as an edit of a version. */
export async function run(): Promise<DrillLine[]> {
  const world = await postgresWorld()
  const promise = '22 two people save the same thing'
  if (!world) return [{ promise, figure: 'on PostgreSQL', result: 'none is installed here', ok: false }]
  try {
    const send = await openRaces(world.database)
    let raced = 0
    const faults: string[] = []
    for (const { fullName } of versionedOperations) {
      const found = await race(send, fullName, rounds)
      raced += rounds
      for (const fault of found.slice(0, 3)) console.log(`${fullName}: ${fault}`)
      faults.push(...found)
    }
    return [
      {
        promise,
        figure: `${rounds} races of each versioned operation: one wins and stands, 412; without version taken, money calls 428`,
        result: `${versionedOperations.length} operations, ${raced} races, ${faults.length} lost or not one of each`,
        ok: faults.length === 0,
      },
    ]
  } finally {
    await world.stop()
  }
}
