import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Database } from '#platform/db.ts'
import { compilePlainly, embedded } from '#platform/embedded.ts'
import { openDatabase, wrapPglite } from '#platform/open-database.ts'
import '#processes/hearers.ts'
import { testServices } from './as.ts'
import { overClickHouse, testClickHouseUrl } from './clickhouse.ts'
import { Dump } from './dump.ts'
import type { TestWorld } from './make-test-world.ts'

/** What the setup of the whole run answers. Tests may stand in for `fetch`. */
async function worldOf(url: string): Promise<TestWorld> {
  const [answer] = (await once(get(url), 'response')) as [IncomingMessage]
  const said = await text(answer)
  if (answer.statusCode !== 200) throw new Error(said)
  return JSON.parse(said)
}

/**
 * A copy of the test world, for one test file. Tests of a file make what they change themselves. Where a server of
 * ClickHouse is named, analytics is answered from there.
 */
export function testDatabase(): { readonly database: Database } {
  const held: { database?: Database } = {}
  let drop = async () => {}
  let dropFacts = async () => {}
  const open = async () => {
    const world = await worldOf(inject('worldAt'))
    if ('dump' in world) {
      // Of few tests most of the time would go into optimizing what they hardly ask; of all of them it pays.
      if (process.env.TEST_CHOSEN) compilePlainly()
      const pglite = new PGlite({
        ...embedded,
        loadDataDir: new Dump(readFileSync(world.dump)),
      })
      held.database = await wrapPglite(pglite)
      return
    }
    const name = `test_${randomUUID().replaceAll('-', '')}`
    const admin = await openDatabase({ url: world.admin, folder: '', poolSize: 1 })
    await admin.query(`create database ${name} template ${world.template} strategy file_copy`)
    held.database = await openDatabase({ url: world.admin.replace(/\/postgres$/, `/${name}`), folder: '' })
    drop = async () => {
      await admin.query(`drop database ${name} with (force)`)
      await admin.close()
    }
  }
  beforeAll(async () => {
    await open()
    if (!testClickHouseUrl || !held.database) return
    const { clickhouse, drop } = await overClickHouse(held.database, testClickHouseUrl)
    testServices.clickhouse = clickhouse
    dropFacts = drop
    // The first file waits for the world to be made.
  }, 180_000)
  afterAll(async () => {
    await dropFacts()
    await held.database?.close()
    await drop()
  })
  return {
    get database() {
      if (!held.database) throw new Error('The database opens in beforeAll.')
      return held.database
    },
  }
}
