import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import { importOrders } from '#features/orders/server/import-orders.ts'
import type { Database } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { startCluster } from '#testing/postgres.ts'
import { portals } from '#testing/world/cast.ts'
import { randomFrom } from '#testing/world/random.ts'
import { makeWorld } from '#testing/world.ts'
import type { Figure } from './figures.ts'

const count = 100_000
const header = 'order,at,sku,name,quantity,price,country,email'
const columns = {
  order: 'order',
  date: 'at',
  sku: 'sku',
  name: 'name',
  quantity: 'quantity',
  unitPrice: 'price',
  country: 'country',
  buyer: 'email',
}

/** Order lines a second into PostgreSQL with all rollups, against a bare COPY of the same rows; and the memory it took. */
export async function benchImport(): Promise<Figure[] | undefined> {
  const cluster = await startCluster()
  if (!cluster) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
  const database = await openDatabase({ url: cluster.url('postgres'), folder })
  try {
    await migrate(database)
    await makeWorld(database, { size: 'test' })
    const rows = makeRows()
    const path = join(folder, 'orders.csv')
    writeFileSync(path, `${header}\n${rows.join('\n')}\n`)
    const floor = await copyRate(database, rows)
    const started = performance.now()
    const report = await importOrders(database, {
      path,
      format: 'generic',
      map: {
        columns,
        constants: { currency: 'EUR' },
        timeZone: 'UTC',
        dateFormat: 'yyyy-MM-dd HH:mm',
        decimal: '.',
      },
      target: { code: portals.ninoLobo.code },
      secret: Buffer.alloc(32, 1),
    })
    if (report.imported !== count) throw new Error(`Imported ${report.imported} of ${count} rows`)
    const value = count / ((performance.now() - started) / 1_000)
    const rss = process.memoryUsage().rss / 1_000_000
    return [
      {
        what: `Import of ${count.toLocaleString('en')} order lines`,
        value,
        unit: 'rows/s',
        floor,
        ratio: floor / value,
      },
      { what: 'Memory of the import (RSS)', value: rss, unit: 'MB', limit: '≤ 1,000 MB', met: rss <= 1_000 },
    ]
  } finally {
    await database.close()
    cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Two years of orders of one to three lines, 200 articles, four countries. */
function makeRows(): string[] {
  const random = randomFrom('bench import')
  const rows: string[] = []
  for (let order = 1; rows.length < count; order++) {
    const at = new Date(Date.UTC(2024, 0, 1) + random.between(0, 730 * 24 * 60 - 1) * 60_000).toISOString()
    const place = `${random.one(['ES', 'ES', 'PT', 'FR', 'MX'])},fan${random.between(1, 20_000)}@correo.test`
    for (let left = random.between(1, 3); left > 0 && rows.length < count; left--) {
      const sku = random.between(1, 200)
      rows.push(
        `${order},${at.slice(0, 10)} ${at.slice(11, 16)},SKU-${sku},Artículo ${sku},1,${random.between(500, 4_500) / 100},${place}`,
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
