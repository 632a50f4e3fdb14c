import { addToken } from './features/account/server/tokens.ts'
import { asService, type Database } from './platform/db.ts'
import type { Env } from './platform/env.ts'
import type { FileStore } from './platform/files.ts'
import { isEmpty } from './platform/migrate.ts'
import { toldStep } from './platform/told-step.ts'

/**
 * What an empty database gets. The embedded one (or any with DEMO=1): the demo world with its known passwords.
 * PostgreSQL: nobody, and a single-use link to make the first super person.
 * Answers lines to print.
 */
export async function prepareFirstStart(database: Database, files: FileStore, env: Env): Promise<string[]> {
  const empty = await isEmpty(database)
  const demo = database.kind === 'pglite' || env.DEMO
  if (demo) {
    if (empty) {
      const { makeWorld } = await import('./testing/world.ts')
      await toldStep('Demo world: two years of a label and its artists', () =>
        makeWorld(database, { size: 'demo', files }),
      )
    }
    const { demoPassword, demoSignIns } = await import('./testing/world/cast.ts')
    const loud =
      database.kind === 'postgres'
        ? ['DEMO=1          this database has people with KNOWN PASSWORDS. Never use it for real data.']
        : []
    return [...loud, `Demo sign-ins   ${demoSignIns.join(', ')}`, `Password        ${demoPassword}`]
  }
  return empty ? [`First person    ${await firstSuperLink(database, env)}`] : []
}

/**
 * Who opens it gives name, address and password. Those of other starts go on working until one of them has been used:
 * several processes print one each, and nobody knows which of them is read.
 */
async function firstSuperLink(database: Database, env: Env): Promise<string> {
  const secret = await database.transaction(asService('start'), (tx) =>
    addToken(tx, 'firstSuper', null, new Date()),
  )
  return `${env.APP_ORIGIN}/activate-account?kind=firstSuper&token=${secret}`
}
