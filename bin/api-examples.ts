import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryWorld } from '../drills/memory-world.ts'
import { examplesOf } from '../src/testing/examples.ts'
import { compileMessages } from './build-steps.ts'

/** Makes the examples in the API's document from the demo world: `src/http/examples.json`. A test holds them against it. */
await compileMessages()
const database = await memoryWorld()
const file = join(import.meta.dirname, '../src/http/examples.json')
writeFileSync(file, `${JSON.stringify(await examplesOf(database), null, 2)}\n`)
await database.close()
process.exit()
