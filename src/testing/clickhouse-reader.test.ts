import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clickhouseStore } from '#features/analytics/server/clickhouse-store.ts'
import { wholeSelection } from '#features/analytics/server/selection.ts'
import { makeClickHouseTables } from '#features/rollups/server/clickhouse-tables.ts'
import { factColumns } from '#features/rollups/server/fact-columns.ts'
import { ClickHouse, readerPolicy } from '#platform/clickhouse.ts'
import { asService, type Reach, rows, type Tx } from '#platform/db.ts'
import { testDatabase } from './database.ts'
import { portals } from './world/cast.ts'

// CHDB names the folder into which npm's `chdb` was installed. Its engine keeps no users of its own making: the policy is that of its
// configuration, the same words that `makeClickHouseTables` gives a server.

const world = testDatabase()
const { CHDB } = process.env
const [mine, theirs] = [portals.claraVentisca.id, portals.bajamar.id]
const none = '00000000-0000-0000-0000-000000000000'
const span = { first: 18_000, last: 19_000 }

describe.skipIf(!CHDB)('who asks ClickHouse by a reader', () => {
  let reading: ClickHouse
  let writing: ClickHouse
  let stop = async () => {}
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backline-reader-'))
    const config = join(folder, 'config.xml')
    const policy = `<filter>${readerPolicy.replaceAll('>', '&gt;')}</filter>`
    writeFileSync(
      config,
      `<clickhouse><profiles><default></default></profiles><quotas><default></default></quotas>
        <users><default><password></password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota>
          <databases><drill><visit_fact>${policy}</visit_fact><sale_fact>${policy}</sale_fact></drill></databases></default></users>
        <user_directories><users_xml><path>${config}</path></users_xml></user_directories></clickhouse>`,
    )
    const door = fileURLToPath(new URL('../../drills/chdb-door.ts', import.meta.url))
    const child = spawn(process.execPath, [door, CHDB ?? '', join(folder, 'data'), '0', config])
    const [port] = (await once(child.stdout, 'data')) as [Buffer]
    const url = `http://127.0.0.1:${Number(String(port))}/drill`
    writing = new ClickHouse(url)
    reading = new ClickHouse(url, undefined, 'reader:a-long-password')
    await makeClickHouseTables(writing)
    for (const [portal, visits] of [
      [mine, 1],
      [theirs, 10],
    ])
      await writing.add(
        'visit_fact',
        factColumns('visits'),
        `${[portal, 1_600_000_000, 'ES', '', '', 'site', '', '', '', 'direct', 'mobile', 'Firefox', none, visits, 0, 0, 0].join('\t')}\n`,
        String(portal),
      )
    stop = async () => {
      await writing.close()
      await reading.close()
      child.kill('SIGKILL')
    }
  }, 120_000)
  afterAll(() => stop())

  const sumOf = async (found: unknown[][]) => Number(found[0]?.[0] ?? 0)
  test('rows are there for whom the question may reach, whatever it asks for', async () => {
    const all = 'SELECT toString(sum(visits)) FROM visit_fact'
    for (const [reach, visits] of [
      ['*', 11],
      [mine, 1],
      [`${none},${theirs}`, 10],
      [none, 0],
      ['', 0],
      [`${mine}' OR 1 OR '`, 0],
    ] as const)
      expect(await sumOf(await reading.ask(all, reach)), reach).toBe(visits)
    expect(await sumOf(await reading.ask(all))).toBe(0)
  })

  test('what makes the reader and their policies is understood', async () => {
    const said: string[] = []
    const server = Object.assign(
      new ClickHouse('http://127.0.0.1:1/drill', 'shards', "reader:it's-a-long-password"),
      {
        knows: async () => new Set(['index_granularity']),
        read: async () => [],
        run: async (statement: string) => void said.push(statement),
      },
    )
    await makeClickHouseTables(server)
    await server.close()
    const own = said.filter((statement) => /^(CREATE (USER|ROW)|GRANT)/.test(statement))
    expect(own.map((statement) => statement.split('\n')[0])).toEqual([
      `CREATE USER IF NOT EXISTS reader ON CLUSTER shards IDENTIFIED WITH sha256_password BY 'it\\'s-a-long-password'`,
      ...['sale_fact_here', 'sale_fact', 'visit_fact_here', 'visit_fact'].flatMap((table) => [
        `CREATE ROW POLICY IF NOT EXISTS reader ON CLUSTER shards ON drill.${table} FOR SELECT USING ${readerPolicy} TO reader`,
        `GRANT ON CLUSTER shards SELECT ON drill.${table} TO reader`,
      ]),
    ])
    // The engine keeps no users, so it refuses to do it; what it did not understand it would call a syntax error (62).
    for (const statement of own)
      await expect(writing.run(statement.replaceAll(' ON CLUSTER shards', ''))).rejects.toThrow(
        /Code: (497|511|514)\b/,
      )
  })

  test(`a store asks with what the database's transaction reaches, though another portal were named`, async () => {
    const visits = (reach: Reach, base: { portalId: string } | 'everything', key: 'none' | 'source') =>
      world.database.transaction(reach, async (tx: Tx) => {
        const selection = await wholeSelection(tx, base)
        const found = await clickhouseStore(tx, reading).visits({ selection, span, key })
        const told = await rows<{ visits: number }>(tx, found)
        return told.reduce((sum, each) => sum + Number(each.visits), 0)
      })
    const member: Reach = { role: 'member', personId: none, portals: [mine], accounts: [] }
    for (const key of ['none', 'source'] as const) {
      expect(await visits(member, { portalId: mine }, key)).toBe(1)
      expect(await visits(member, { portalId: theirs }, key)).toBe(0)
      expect(await visits({ ...member, portals: [] }, { portalId: mine }, key)).toBe(0)
      expect(await visits(asService('trial'), 'everything', key)).toBe(11)
    }
  })
})
