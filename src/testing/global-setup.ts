import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { compilePlainly, embedded } from '#platform/embedded.ts'
import { migrate } from '#platform/migrate.ts'
import { openDatabase, wrapPglite } from '#platform/open-database.ts'
import { migrated } from './migrated.ts'
import { startCluster } from './postgres.ts'
import { makeWorld } from './world.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A dump of the test world for PGlite, or the address of a template database of PostgreSQL. */
    world: { dump: string } | { template: string; admin: string }
  }
}

/** Makes the test world once; each test file opens a copy of its own. */
export default async function setup(project: TestProject) {
  if (process.env.TEST_ON === 'postgres') return onPostgres(project)
  compilePlainly()
  const folder = mkdtempSync(join(tmpdir(), 'backline-test-'))
  const pglite = new PGlite({ ...embedded, loadDataDir: await migrated() })
  const database = await wrapPglite(pglite)
  await makeWorld(database, { size: 'test' })
  const dump = join(folder, 'world.tar')
  writeFileSync(dump, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await database.close()
  project.provide('world', { dump })
  return () => rmSync(folder, { recursive: true, force: true })
}

async function onPostgres(project: TestProject) {
  const cluster = await startCluster()
  if (!cluster) throw new Error('No PostgreSQL is installed on this machine.')
  const admin = await openDatabase({ url: cluster.url('postgres'), folder: '' })
  await admin.query('create database world')
  const database = await openDatabase({ url: cluster.url('world'), folder: '' })
  await migrate(database)
  await makeWorld(database, { size: 'test' })
  await database.close()
  await admin.close()
  project.provide('world', { template: 'world', admin: cluster.url('postgres') })
  return () => cluster.stop()
}
