import { openFileStore } from '#platform/files.ts'
import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { makeWorld } from '#testing/world.ts'

/** `node e2e/make-world.ts FOLDER DAYS`: an embedded database with the cast and that much history. */
const [folder = '', days = '60'] = process.argv.slice(2)
const database = await openDatabase({ folder })
await migrate(database)
await makeWorld(database, { days: Number(days), files: openFileStore({ DATA_DIR: folder }) })
await database.close()
