import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { embedded } from '#platform/embedded.ts'
import { migrate } from '#platform/migrate.ts'
import { wrapPglite } from '#platform/open-database.ts'
import { projectRoot } from '#platform/root.ts'
import { Dump } from './dump.ts'

const root = fileURLToPath(projectRoot)
const folder = join(root, 'node_modules', '.cache', 'backline')

/** All that an empty schema is made of: the migrations, who carries them out, and the engine. */
function version(): string {
  const hash = createHash('sha256')
  const files = globSync(['drizzle/*.sql', 'src/platform/{embedded,migrate}.ts'], { cwd: root }).sort()
  for (const file of [...files, 'node_modules/@electric-sql/pglite/package.json'])
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

/**
 * The embedded database with its schema and no rows, as a dump: a hundred migrations took two thirds of what the tests of
 * one file waited for. Made again when one of them is new; kept where packages are, and goes with them.
 */
export async function migrated(): Promise<Blob> {
  const file = join(folder, `migrated-${version()}.tar`)
  try {
    return new Dump(readFileSync(file))
  } catch {
    const pglite = new PGlite(embedded)
    const database = await wrapPglite(pglite)
    await migrate(database)
    const dump = await pglite.dumpDataDir('none')
    await database.close()
    mkdirSync(folder, { recursive: true })
    for (const old of globSync('migrated-*', { cwd: folder })) rmSync(join(folder, old), { force: true })
    // Two runs may make it at once: each writes its own, and either may be the one that stays.
    const own = join(folder, `${process.pid}-${basename(file)}`)
    writeFileSync(own, Buffer.from(await dump.arrayBuffer()))
    renameSync(own, file)
    return dump
  }
}
