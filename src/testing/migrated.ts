import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { embedded } from '#platform/embedded.ts'
import { migrate } from '#platform/migrate.ts'
import { wrapPglite } from '#platform/open-database.ts'
import { Dump } from './dump.ts'
import { KeptDump, versionOf } from './kept-dump.ts'

/** All that an empty schema is made of: the migrations, who carries them out, and the engine. */
const parts = [
  'drizzle/*.sql',
  'src/platform/{embedded,migrate}.ts',
  'node_modules/@electric-sql/pglite/package.json',
]

/**
 * The embedded database with its schema and no rows, as a dump: a hundred migrations took two thirds of what the tests of
 * one file waited for. Made again when one of them is new.
 */
export async function migrated(): Promise<Blob> {
  const kept = new KeptDump('migrated', versionOf(parts))
  if (kept.exists()) return new Dump(readFileSync(kept.file))
  const pglite = new PGlite(embedded)
  const database = await wrapPglite(pglite)
  await migrate(database)
  const dump = await pglite.dumpDataDir('none')
  await database.close()
  kept.keep(Buffer.from(await dump.arrayBuffer()))
  return dump
}
