import { prepareFirstStart } from '../first-start.ts'
import { readEnv } from '../platform/env.ts'
import { openFileStore } from '../platform/files.ts'
import { migrate } from '../platform/migrate.ts'
import { openDatabase } from '../platform/open-database.ts'
import { toldStep } from '../platform/told-step.ts'

/**
 * Makes the embedded database and its demo world, and ends. In a process of its own: two years of a label are made with a
 * gigabyte that the program itself never needs.
 */
const env = readEnv()
const database = await openDatabase({ folder: env.DATA_DIR })
await migrate(database, (run) => toldStep('Tables of the database', run))
await prepareFirstStart(database, openFileStore(env), env)
await database.close()
