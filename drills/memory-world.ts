import { PGlite } from '@electric-sql/pglite'
import type { Database } from '#platform/db.ts'
import { embedded } from '#platform/embedded.ts'
import { migrate } from '#platform/migrate.ts'
import { openDatabase, wrapPglite } from '#platform/open-database.ts'
import { type Cluster, startCluster } from '#testing/postgres.ts'
import { makeWorld } from '#testing/world.ts'

/** The test world in memory. */
export async function memoryWorld(): Promise<Database> {
  const database = await wrapPglite(new PGlite(embedded))
  await migrate(database)
  await makeWorld(database, { size: 'test' })
  return database
}

interface OnPostgres {
  database: Database
  url: string
  cluster: Cluster
  stop: () => Promise<void>
}

/** The test world on a throw-away PostgreSQL, or undefined where none is installed. */
export async function postgresWorld(): Promise<OnPostgres | undefined> {
  const made = await emptyPostgres()
  if (made) await makeWorld(made.database, { size: 'test' })
  return made
}

/** The same with nothing in it yet. */
export async function emptyPostgres(): Promise<OnPostgres | undefined> {
  const cluster = await startCluster()
  if (!cluster) return undefined
  const admin = await openDatabase({ url: cluster.url('postgres'), folder: '' })
  await admin.query('create database world')
  await admin.close()
  const database = await openDatabase({ url: cluster.url('world'), folder: '', poolSize: 20 })
  await migrate(database)
  return {
    database,
    cluster,
    url: cluster.url('world'),
    stop: async () => {
      await database.close()
      cluster.stop()
    },
  }
}
