import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import type { Database } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { startCluster } from '#testing/postgres.ts'
import { portals } from '#testing/world/cast.ts'
import { randomFrom } from '#testing/world/random.ts'
import { makeWorld } from '#testing/world.ts'
import { asDeployed, heldMb } from './child.ts'
import type { Figure } from './figures.ts'

const counts = [100_000, 1_000_000] as const
const header = 'order,at,sku,name,quantity,price,country,email'
const map = {
  columns: {
    order: 'order',
    date: 'at',
    sku: 'sku',
    name: 'name',
    quantity: 'quantity',
    unitPrice: 'price',
    country: 'country',
    buyer: 'email',
  },
  constants: { currency: 'EUR' },
  timeZone: 'UTC',
  dateFormat: 'yyyy-MM-dd HH:mm',
  decimal: '.',
}

/**
 * Order lines a second into PostgreSQL with all rollups, by the command that people run, against a bare COPY of the same
 * rows; and the most memory that the command held.
 */
export async function benchImport(): Promise<Figure[] | undefined> {
  const cluster = await startCluster()
  if (!cluster) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
  const url = cluster.url('postgres')
  const database = await openDatabase({ url, folder })
  try {
    await migrate(database)
    await makeWorld(database, { size: 'test' })
    writeFileSync(join(folder, 'map.json'), JSON.stringify(map))
    const floor = await copyRate(database, makeRows(counts[0]))
    const figures: Figure[] = []
    for (const count of counts) figures.push(...(await imported(folder, url, count, floor)))
    return figures
  } finally {
    await database.close()
    cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function imported(folder: string, url: string, count: number, floor: number): Promise<Figure[]> {
  const path = join(folder, `${count}.csv`)
  writeFileSync(path, `${header}\n${makeRows(count).join('\n')}\n`)
  const report = join(folder, `${count}.json`)
  const options = ['--format=generic', `--map=${folder}/map.json`, `--report=${report}`]
  const started = performance.now()
  const child = spawn(
    process.execPath,
    // As `npm run import` does.
    [
      '--max-semi-space-size=16',
      'bin/import.ts',
      'orders',
      path,
      ...options,
      `--portal=${portals.ninoLobo.code}`,
    ],
    {
      env: { ...process.env, DATABASE_URL: url, ...asDeployed },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, heldMb(child.pid ?? 0, 'VmHWM'))
  }, 100)
  await once(child, 'exit')
  clearInterval(watching)
  const seconds = (performance.now() - started) / 1_000
  const told = (JSON.parse(readFileSync(report, 'utf8')) as { imported: number }).imported
  if (told !== count) throw new Error(`Imported ${told} of ${count} rows`)
  const what = `Import of ${count.toLocaleString('en')} order lines`
  const value = count / seconds
  return [
    { what, value, unit: 'rows/s', floor, ratio: floor / value, limit: '≥ 30,000', met: value >= 30_000 },
    { what: `${what}, memory`, value: most, unit: 'MB', limit: '≤ 300 MB', met: most <= 300 },
  ]
}

/** Two years of orders of one to three lines, 200 articles, four countries; no order of one count is of another. */
function makeRows(count: number): string[] {
  const random = randomFrom('bench import')
  const rows: string[] = []
  for (let order = 1; rows.length < count; order++) {
    const at = new Date(Date.UTC(2024, 0, 1) + random.between(0, 730 * 24 * 60 - 1) * 60_000).toISOString()
    const place = `${random.one(['ES', 'ES', 'PT', 'FR', 'MX'])},fan${random.between(1, 20_000)}@correo.test`
    for (let left = random.between(1, 3); left > 0 && rows.length < count; left--) {
      const sku = random.between(1, 200)
      rows.push(
        `${count}-${order},${at.slice(0, 10)} ${at.slice(11, 16)},SKU-${sku},Artículo ${sku},1,${random.between(500, 4_500) / 100},${place}`,
      )
    }
  }
  return rows
}

async function copyRate(database: Database, rows: string[]): Promise<number> {
  if (!('pool' in database.raw)) throw new Error('The floor is measured on PostgreSQL')
  const client = await database.raw.pool.connect()
  try {
    await client.query(`create table bench_floor (order_id text, at timestamptz, sku text, name text, quantity int,
      price numeric, country text, email text)`)
    const started = performance.now()
    const source = Readable.from(rows, { objectMode: true }).map((row: string) => `${row}\n`)
    await pipeline(source, client.query(from('copy bench_floor from stdin with (format csv)')))
    return rows.length / ((performance.now() - started) / 1_000)
  } finally {
    client.release()
  }
}
