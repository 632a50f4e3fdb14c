import { setTimeout as rest } from 'node:timers/promises'
import { VisitsAlone } from '../src/features/rollups/server/are-visits-alone.ts'
import { makeClickHouseTables, makeFactTotals } from '../src/features/rollups/server/clickhouse-tables.ts'
import { compareFacts } from '../src/features/rollups/server/compare-facts.ts'
import { copyFacts } from '../src/features/rollups/server/copy-facts.ts'
import { endFeed, feedState } from '../src/features/rollups/server/feed-facts.ts'
import { ReturnDiffers } from '../src/features/rollups/server/return-visits.ts'
import { goPastFacts, goThroughFacts } from '../src/features/visits/server/change-way.ts'
import { inBackground } from '../src/platform/background.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { ClickHouse, ClickHouseFailure } from '../src/platform/clickhouse.ts'
import type { Database } from '../src/platform/db.ts'
import { directUrl, type Env } from '../src/platform/env.ts'
import { migrate } from '../src/platform/migrate.ts'
import { openDatabase } from '../src/platform/open-database.ts'
import { runTool } from './run-tool.ts'

/**
 * `npm run analytics -- copy | verify | use clickhouse | use postgres [whatever] | stop`: where analytics is answered from, and the way
 * there and back, while people work.
 */
const usage = 'npm run analytics -- copy | verify | use clickhouse | use postgres [whatever] | stop'
const number = (value: number) => value.toLocaleString('en')
const shown = 20

function named(env: Env): ClickHouse {
  if (!env.CLICKHOUSE_URL) throw new CannotStart('Set CLICKHOUSE_URL to say where ClickHouse is.')
  return new ClickHouse(env.CLICKHOUSE_URL, env.CLICKHOUSE_CLUSTER, env.CLICKHOUSE_READER)
}

async function open(env: Env, everywhere = false): Promise<ClickHouse> {
  const clickhouse = named(env)
  await makeClickHouseTables(clickhouse, everywhere)
  return clickhouse
}

type Command = (database: Database, env: Env) => Promise<string>

const copy: Command = async (database, env) => {
  const clickhouse = await open(env, true)
  const before = await feedState(database)
  if (before === 'fed' || before === 'used') {
    await makeFactTotals(clickhouse)
    return 'All facts have been copied, and new ones are handed on. "stop" and "copy" again to begin anew.'
  }
  const started = Date.now()
  const rows = await copyFacts(database, clickhouse, ({ kind, month, rows, done, of }) =>
    console.log(`${done}/${of}  ${kind} ${month}: ${number(rows)} facts`),
  )
  const seconds = (Date.now() - started) / 1000
  return `Copied ${number(rows)} facts in ${seconds.toFixed(1)} s. New ones are handed on. Next: verify, then use clickhouse.`
}

const verify: Command = async (database, env) => {
  const clickhouse = await open(env)
  const { compared, differences } = await compareFacts(database, clickhouse, () => rest(2_000))
  for (const { kind, portalId, month, columns, ...sums } of differences.slice(0, shown))
    console.error(
      `${kind} of portal ${portalId} in ${month}: ${columns
        .map((name, at) => `${name} ${sums.database[at]} / ${sums.clickhouse[at]}`)
        .join(', ')} (database / ClickHouse)`,
    )
  if (differences.length > 0)
    throw new CannotStart(`${number(differences.length)} of ${number(compared)} portals' months differ.`)
  return `${number(compared)} portals' months are the same in both.`
}

const tell = (day: string, facts: number) =>
  console.log(`visits of ${day}: ${number(facts)} facts are back in PostgreSQL`)
const back =
  'Analytics is answered by PostgreSQL, which has all facts. They are still handed on to ClickHouse.'

const commands: Record<string, Command> = {
  copy,
  verify,
  'use clickhouse': async (database, env) => {
    await open(env)
    if (!(await goPastFacts(database)))
      throw new CannotStart('Not all facts have been copied. Run "npm run analytics -- copy" first.')
    return 'Analytics is answered by ClickHouse, and visits go there alone. Every process with CLICKHOUSE_URL hears it within seconds.'
  },
  // Where nothing is to come back, a server that is gone for good is not asked.
  'use postgres': async (database, env) => {
    await goThroughFacts(database, named(env), { tell })
    return back
  },
  'use postgres whatever': async (database, env) => {
    await goThroughFacts(database, await open(env), { tell, whatever: true })
    return back
  },
  stop: async (database, env) => {
    if ((await feedState(database)) === 'used') await goThroughFacts(database, named(env), { tell })
    await endFeed(database)
    return 'Analytics is answered by PostgreSQL, and ClickHouse is fed no more.'
  },
}

await runTool(usage, async (env, words) => {
  const command = words.join(' ')
  const run = commands[command]
  if (!run) return undefined
  const database = await openDatabase({ url: directUrl(env), folder: env.DATA_DIR, poolSize: 2 })
  try {
    await migrate(database)
    return await inBackground(() => run(database, env))
  } catch (error) {
    if (error instanceof VisitsAlone || error instanceof ReturnDiffers) throw new CannotStart(error.message)
    if (error instanceof ClickHouseFailure)
      throw new CannotStart(`ClickHouse does not do what it is asked: ${error.message.split('\n')[0]}`)
    throw error
  } finally {
    await database.close()
  }
})
