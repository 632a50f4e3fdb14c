import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { factTypes } from '#features/rollups/server/fact-columns.ts'

const rows = 4_000_000

interface Session {
  query: (text: string, format: string) => string
}

/** ClickHouse's engine inside this process, whose CPU time is therefore its own: made-up visits of 1,000 portals and a year. */
export function measureClickHouse(chdb: string) {
  const folder = mkdtempSync(join(tmpdir(), 'backline-scale-'))
  const { Session } = createRequire(`${chdb}/`)('chdb') as { Session: new (folder: string) => Session }
  const session = new Session(folder)
  const spent = (work: () => unknown) => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000 / (rows / 1e6)
  }
  const of = (name: string, values: number) =>
    `concat('${name}', toString(cityHash64(number, '${name}') % ${values}))`
  session.query('CREATE DATABASE scale', 'CSV')
  session.query(
    `CREATE TABLE scale.visit_fact (${factTypes('visits')}) ENGINE = MergeTree() PARTITION BY toYYYYMM(t) ORDER BY (portal_id, t)`,
    'CSV',
  )
  const takenMs = spent(() =>
    session.query(
      `INSERT INTO scale.visit_fact SELECT
        toUUID(concat('00000000-0000-4000-8000-', leftPad(toString(cityHash64(number) % 1000), 12, '0'))),
        toStartOfHour(toDateTime(1700000000 + intDiv(number * 31536000, ${rows}), 'UTC')), ${of('c', 30)}, ${of('p', 60)}, ${of('city', 400)},
        ${of('s', 40)}, ${of('m', 6)}, ${of('campaign', 20)}, ${of('r', 300)}, ${of('ch', 8)}, ${of('d', 3)}, ${of('b', 12)},
        '00000000-0000-0000-0000-000000000000', 1, number % 2, 1, 0 FROM numbers(${rows}) SETTINGS max_partitions_per_insert_block = 0`,
      'CSV',
    ),
  )
  session.query('OPTIMIZE TABLE scale.visit_fact FINAL', 'CSV')
  const [bytes = 0] = session
    .query(
      `SELECT sum(bytes_on_disk) / sum(rows) FROM system.parts WHERE active AND database = 'scale'`,
      'CSV',
    )
    .split('\n')
    .map(Number)
  const keys = [`''`, 'source', 'city', `toStartOfDay(t, 'Europe/Madrid')`]
  const asked = keys.map((key) =>
    spent(() =>
      session.query(
        `SELECT ${key} AS k, sum(visits), sum(visitors), sum(clicks) FROM scale.visit_fact GROUP BY k`,
        'CSV',
      ),
    ),
  )
  rmSync(folder, { recursive: true, force: true })
  return { takenMs, askedMs: asked.reduce((sum, ms) => sum + ms) / keys.length, factBytes: bytes }
}
