import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { compilePlainly, embedded } from '#platform/embedded.ts'
import { migrate } from '#platform/migrate.ts'
import { openDatabase, wrapPglite } from '#platform/open-database.ts'
import { migrated } from './migrated.ts'
import { inMemory, startCluster } from './postgres.ts'
import { makeWorld } from './world.ts'

/**
 * Makes the world of the tests, as a program of its own: beside it the first file of tests is read, and what it took of
 * memory goes with it. It says where the world is, and takes it away once nobody listens any more.
 */

/** A dump of the test world for PGlite, or the address of a template database of PostgreSQL. */
export type TestWorld = { dump: string } | { template: string; admin: string }

async function onEmbedded(): Promise<{ world: TestWorld; remove: () => void }> {
  compilePlainly()
  const folder = mkdtempSync(join(tmpdir(), 'backline-test-'))
  const pglite = new PGlite({ ...embedded, loadDataDir: await migrated() })
  const database = await wrapPglite(pglite)
  await makeWorld(database, { size: 'test' })
  const dump = join(folder, 'world.tar')
  writeFileSync(dump, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await database.close()
  return { world: { dump }, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

async function onPostgres(): Promise<{ world: TestWorld; remove: () => void }> {
  // Nobody needs what a crash would leave, and every copy of the world begins with a checkpoint, after which pages are logged whole.
  const cluster = await startCluster(
    '-c full_page_writes=off -c synchronous_commit=off -c wal_level=minimal -c max_wal_senders=0',
    undefined,
    inMemory(),
  )
  if (!cluster) throw new Error('No PostgreSQL is installed on this machine.')
  const admin = await openDatabase({ url: cluster.url('postgres'), folder: '' })
  await admin.query('create database world')
  const database = await openDatabase({ url: cluster.url('world'), folder: '' })
  await migrate(database)
  await makeWorld(database, { size: 'test' })
  await database.close()
  await admin.close()
  return { world: { template: 'world', admin: cluster.url('postgres') }, remove: cluster.stop }
}

const making = process.env.TEST_ON === 'postgres' ? onPostgres() : onEmbedded()
// Whoever asked may go while it is made; and a run that is broken off at the keyboard is told to all of its programs at once.
process.once('disconnect', async () => {
  const { remove } = await making
  remove()
  process.exit()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
const { world } = await making
if (process.connected) process.send?.(world)
