import { openDatabase } from '#platform/open-database.ts'
import type { DrillLine } from './drill.ts'
import { programOn } from './identity-program.ts'
import { crossSite, limits, passwords, sessions } from './identity-sessions.ts'
import { timing } from './identity-timing.ts'
import { tokens } from './identity-tokens.ts'
import { postgresWorld } from './memory-world.ts'

/** Promises 6 to 11 on PostgreSQL. */
export async function run(): Promise<DrillLine[]> {
  const world = await postgresWorld()
  if (!world)
    return [
      { promise: '6–11 identity', figure: 'on PostgreSQL', result: 'none is installed here', ok: false },
    ]
  const { database } = world
  // A second pool stands for a second process: all that they share is the database.
  const second = await openDatabase({ url: world.url, folder: '', poolSize: 5 })
  try {
    const app = programOn(database)
    return [
      ...(await passwords(app, database)),
      ...(await timing(app, database)),
      ...(await limits(app, programOn(second), database)),
      ...(await sessions(app, database)),
      ...(await crossSite(app, database)),
      ...(await tokens(app, database)),
    ]
  } finally {
    await second.close()
    await world.stop()
  }
}
