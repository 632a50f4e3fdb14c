import { matrixActors, matrixOperations, matrixTargets } from '#testing/access.ts'
import { AccessMatrix } from '#testing/access-matrix.ts'
import { mutantsOf } from '#testing/access-mutants.ts'
import { judgeRights } from '#testing/rights-acts.ts'
import { judgeStaff } from '#testing/staff-acts.ts'
import type { DrillLine } from './drill.ts'
import { memoryWorld } from './memory-world.ts'

/**
 * Promises 1 and 2: every operation as everybody at every portal, and the same with each guard taken out in turn;
 * promise 30: every pair of roles and every act of a team.
 */
export async function run(): Promise<DrillLine[]> {
  const database = await memoryWorld()
  const matrix = await AccessMatrix.open(database, matrixTargets)
  const started = performance.now()
  const wrong: string[] = []
  for (const { fullName, contract } of matrixOperations) {
    const before = await matrix.fingerprint()
    const difference = await matrix.difference(contract, contract['~orpc'].meta)
    if (difference) wrong.push(`${fullName}: ${difference}`)
    if ((await matrix.fingerprint()) !== before) wrong.push(`${fullName}: something has changed`)
  }
  const cases = matrix.cases
  const seconds = (performance.now() - started) / 1000
  const alive: string[] = []
  const mutants = matrixOperations.flatMap(mutantsOf)
  for (const { name, difference } of mutants) if (!(await difference(matrix))) alive.push(name)
  const rights = await judgeRights(database)
  const ofStaff = await judgeStaff(database)
  await database.close()
  for (const line of [
    ...wrong,
    ...alive.map((name) => `survived: ${name}`),
    ...rights.wrong,
    ...ofStaff.wrong,
  ])
    console.log(line)
  return [
    {
      promise: '1 access matrix',
      figure: '≥ 10,000 cases, ≤ 240 s, 0 wrong',
      result: `${cases} cases (${matrixOperations.length} operations, ${matrixActors.length} actors), ${seconds.toFixed(0)} s, ${wrong.length} wrong`,
      ok: cases >= 10_000 && seconds <= 240 && wrong.length === 0,
    },
    {
      promise: '2 the matrix can fail',
      figure: 'every mutant is noticed',
      result: `${mutants.length - alive.length} of ${mutants.length}`,
      ok: alive.length === 0,
    },
    {
      promise: '30 rights over others',
      figure: 'all pairs of roles × acts, 0 wrong',
      result: `teams ${rights.cases} acts, ${rights.wrong.length} wrong; staff ${ofStaff.cases} acts, ${ofStaff.wrong.length} wrong`,
      ok: rights.wrong.length + ofStaff.wrong.length === 0,
    },
  ]
}
