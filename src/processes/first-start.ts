import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { prepareFirstStart } from '../first-start.ts'
import { databaseIn } from '../platform/embedded-folder.ts'
import { readEnv } from '../platform/env.ts'
import { openFileStore } from '../platform/files.ts'
import { lockFolder } from '../platform/folder-lock.ts'
import { migrate } from '../platform/migrate.ts'
import { openDatabase } from '../platform/open-database.ts'
import { toldStep } from '../platform/told-step.ts'

/**
 * Makes the embedded database and its demo world, and ends. In a process of its own: two years of a label are made with a
 * gigabyte that the program itself never needs. It is where a start looks for it when it is whole: one that was stopped
 * half-way is begun again.
 */
const env = readEnv()
const making = join(env.DATA_DIR, 'being-made')
mkdirSync(env.DATA_DIR, { recursive: true })
const unlock = lockFolder(env.DATA_DIR)
rmSync(making, { recursive: true, force: true })
const database = await openDatabase({ folder: making })
await migrate(database, (run) => toldStep('Tables of the database', run))
await prepareFirstStart(database, openFileStore(env), env)
await database.close()
renameSync(databaseIn(making), databaseIn(env.DATA_DIR))
rmSync(making, { recursive: true, force: true })
unlock()
