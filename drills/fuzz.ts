import { fuzz, fuzzedOperations, openFuzzWorld } from '#testing/fuzz.ts'
import type { DrillLine } from './drill.ts'
import { fuzzKeys } from './fuzz-keys.ts'
import { memoryWorld } from './memory-world.ts'

const cases = 300

/** Promise 16: every operation with what it allows and what it does not, by sessions, by keys and by assistants. */
export async function run(): Promise<DrillLine[]> {
  const seed = Date.now() % 1_000_000
  console.log(`seed ${seed}`)
  const database = await memoryWorld()
  const world = await openFuzzWorld(database)
  const faults: string[] = []
  for (const operation of fuzzedOperations) faults.push(...(await fuzz(world, operation, cases, seed)))
  await database.close()
  for (const fault of faults.slice(0, 50)) console.log(fault)
  return [
    {
      promise: '16 fuzz from the declarations',
      figure: `${cases} cases an operation: no 5xx, no undeclared status, no answer off its schema, no broken input accepted`,
      result: `${fuzzedOperations.length * cases} calls, ${faults.length} faults`,
      ok: faults.length === 0,
    },
    ...(await fuzzKeys(seed)),
  ]
}
