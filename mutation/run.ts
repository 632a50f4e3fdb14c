import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  BaseSequencer,
  createVitest,
  type Reporter,
  type TestModule,
  type TestSpecification,
} from 'vitest/node'
import { type Mutant, weave } from '#testing/mutants.ts'
import { hasPostgres } from '#testing/postgres.ts'
import { compileMessages } from '../bin/build-steps.ts'
import { chooseMutants, inTurn, type Seen, testsFor } from './choose.ts'
import type { Met, Turn } from './inside.ts'
import { readersOf } from './readers.ts'
import { reasonOf } from './reasons.ts'

/**
 * `npm run mutation`: makes the program wrong in many small ways, one at a time, and says which of them no test noticed.
 * Ends with 1 when less than 80 of 100 are noticed of those that nobody could say are the same (`reasons.ts`). With `--seed` the same
 * mutants come again; with `--tests` no others are run than those whose paths begin so, to see what a new one holds.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '400' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    only: { type: 'string', default: '' },
    tests: { type: 'string', default: '' },
    seconds: { type: 'string', default: '20' },
    workers: { type: 'string', default: '2' },
  },
})
const wanted = 0.8
const started = Date.now()
const seconds = () => Math.round((Date.now() - started) / 1000)

await compileMessages()
const seed = Number(values.seed)
const { mutants, places } = chooseMutants({ count: Number(values.count), seed, only: values.only })
const tests = testsFor(mutants).filter((test) =>
  values.tests.split(',').some((path) => test.startsWith(path)),
)
console.log(
  `${mutants.length} of ${places} places, seed ${seed}; ${tests.length} files of tests could meet them.`,
)
if (mutants.length === 0) process.exit(1)

const folder = mkdtempSync(join(tmpdir(), 'backline-mutation-'))
const byFile = Map.groupBy(mutants, ({ file }) => file)
const root = process.cwd()

/** The files of turns come by name: each mutant's most likely tests before any mutant's second ones. */
class InOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]) {
    return specifications.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
  }
}

const turns = new Map<string, Turn>()
const ended = new Map<string, TestModule>()
/** Who found a mutant out: the name of the test, or of what went wrong. */
const found = new Map<number, string>()

function foundOut(mutant: number, by: string) {
  if (mutant < 0 || found.has(mutant)) return
  found.set(mutant, by)
  writeFileSync(join(folder, `over-${mutant}`), '')
}

const reporter: Reporter = {
  onTestModuleEnd(module) {
    const turn = turns.get(basename(module.moduleId, '.test.ts'))
    if (!turn) return
    ended.set(turn.name, module)
    if (module.state() !== 'failed') return
    const [first] = module.children.allTests('failed')
    foundOut(turn.mutant, `${turn.test}: ${first?.name ?? 'does not load'}`)
  },
}

// Whether an answer is right does not hang on the database, and PostgreSQL copies a world in a moment.
if (hasPostgres()) process.env.TEST_ON = 'postgres'
const vitest = await createVitest(
  'test',
  {
    ...{
      config: false,
      root,
      watch: false,
      fsModuleCache: false,
      pool: 'forks',
      isolate: false,
      silent: true,
    },
    globalSetup: ['src/testing/global-setup.ts'],
    setupFiles: ['mutation/inside.ts'],
    provide: { mutation: folder },
    maxWorkers: Number(values.workers),
    ...{ testTimeout: 60_000, hookTimeout: 60_000 },
    sequence: { sequencer: InOrder },
    reporters: [reporter],
  },
  {
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        transform(code: string, id: string) {
          const own = byFile.get(id.replace(/\?.*/, '').slice(root.length + 1))
          return own ? { code: weave(code, own), map: null } : undefined
        },
      },
    ],
  },
)

const fileOf = (name: string) => join(folder, 'turns', `${name}.test.ts`)

/** Runs the turns in processes that start afresh and serve all of them. A turn that does not come to its end is over. */
async function run(asked: readonly Turn[]) {
  mkdirSync(join(folder, 'turns'), { recursive: true })
  let left = asked
  while (left.length > 0) {
    for (const turn of left) {
      turns.set(turn.name, turn)
      writeFileSync(
        fileOf(turn.name),
        `if (globalThis.__mutation.begin(${JSON.stringify(turn)})) await import(${JSON.stringify(`${join(root, turn.test)}?${turn.name}`)})\n`,
      )
    }
    const watching = setInterval(endTheStuck, 5_000)
    const project = vitest.getRootProject()
    await vitest.runTestSpecifications(left.map(({ name }) => project.createSpecification(fileOf(name))))
    clearInterval(watching)
    for (const turn of left)
      if (!ended.has(turn.name) && existsSync(join(folder, `begun-${turn.name}`)))
        foundOut(turn.mutant, `${turn.test}: its process came to no end`)
    const next = left.filter(({ name }) => !ended.has(name) && !existsSync(join(folder, `begun-${name}`)))
    if (next.length === left.length) throw new Error('No turn was taken.')
    left = next
  }
}

const longest = 180_000

/** A mutant can keep a process from ever answering again. */
function endTheStuck() {
  for (const file of readdirSync(folder).filter((name) => name.startsWith('begun-'))) {
    const name = file.slice('begun-'.length)
    if (ended.has(name) || existsSync(join(folder, `met-${name}`))) continue
    const { pid, at } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { pid: number; at: number }
    if (Date.now() - at < longest) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch {}
  }
}

try {
  await run(tests.map((test, at) => ({ name: `0000-${String(at).padStart(4, '0')}`, mutant: -1, test })))
  const all = [...turns.values()]
  const stateOf = ({ name }: Turn) => ended.get(name)?.state()
  const said = (list: Turn[]) => list.map(({ test }) => test).join(', ')
  const idle = all.filter((turn) => stateOf(turn) === 'skipped')
  if (idle.length > 0) console.log(`Nothing of these runs here, and they are left out: ${said(idle)}`)
  const red = all.filter((turn) => !idle.includes(turn) && stateOf(turn) !== 'passed')
  if (red.length > 0) console.log('Red without any mutant, and left out:')
  for (const { name, test } of red) {
    const [first] = ended.get(name)?.children.allTests('failed') ?? []
    console.log(
      `  ${test}  ${first ? `${first.name}: ${first.result().errors?.[0]?.message}` : 'does not load'}`,
    )
  }
  const green = all.filter((turn) => stateOf(turn) === 'passed')

  const durationOf = ({ name }: Turn) => (ended.get(name)?.diagnostic().duration ?? 0) / 1000
  const seen = new Map<number, Seen>(mutants.map(({ id }) => [id, { by: [] }]))
  const atLoad = new Set(mutants.filter(({ once }) => once).map(({ id }) => id))
  for (const turn of green) {
    const asked = JSON.parse(readFileSync(join(folder, `met-${turn.name}`), 'utf8')) as Met
    for (const id of asked.atLoad) atLoad.add(id)
    for (const id of asked.met) seen.get(id)?.by.push({ test: turn.test, seconds: durationOf(turn) })
  }
  // What a file does when it is read, only the first that reads it in a process meets; it is in the hands of all of them.
  for (const { id, file } of mutants.filter(({ id }) => atLoad.has(id))) {
    const readers = readersOf(vitest.getRootProject().vite, join(root, file))
    const by = green.filter(({ name }) => readers.has(fileOf(name)))
    seen.set(id, { by: by.map((turn) => ({ test: turn.test, seconds: durationOf(turn) })) })
  }
  const slowest = all.map((turn) => `${turn.test} ${Math.round(durationOf(turn))} s`).join(', ')
  console.log(`${seconds()} s: every test ran once without a mutant. ${slowest}`)

  const plan = mutants.map((mutant) => ({
    mutant,
    tests: inTurn(
      mutant,
      seen.get(mutant.id) ?? { by: [] },
      Number(values.seconds) * (atLoad.has(mutant.id) ? 2 : 1),
    ),
  }))
  const turnsOf = ({ mutant, tests: own }: (typeof plan)[number]) =>
    own.map((test, at) => ({
      name: `${String(at + 1).padStart(4, '0')}-${String(mutant.id).padStart(4, '0')}`,
      ...{ mutant: mutant.id, test },
    }))
  await run(plan.filter(({ mutant }) => !atLoad.has(mutant.id)).flatMap(turnsOf))
  // Each of the others has processes of its own, which read its file while it is awake.
  for (const one of plan.filter(({ mutant }) => atLoad.has(mutant.id))) await run(turnsOf(one))

  const unmet = plan.filter(({ tests: own }) => own.length === 0).map(({ mutant }) => mutant)
  const alive = plan.filter(({ mutant, tests: own }) => own.length > 0 && !found.has(mutant.id))
  const say = ({ file, line, change }: Mutant) => `${file}:${line}  ${change}`
  console.log(`\nFound out:`)
  for (const mutant of mutants.filter(({ id }) => found.has(id)))
    console.log(`  ${say(mutant)}\n      by ${found.get(mutant.id)}`)
  console.log(`\nSurvived:`)
  for (const { mutant, tests: own } of alive)
    console.log(
      `  ${say(mutant)}\n      ${reasonOf(mutant) ?? `no reason is known; ${own.length} of ${seen.get(mutant.id)?.by.length} files that meet it ran`}`,
    )
  console.log(`\nMet by no test:`)
  for (const mutant of unmet)
    console.log(`  ${say(mutant)}\n      ${reasonOf(mutant) ?? 'no reason is known'}`)
  const lived = [...alive.map(({ mutant }) => mutant), ...unmet]
  const noticeable = mutants.length - lived.filter(reasonOf).length
  const share = (of: number) => `${found.size} of ${of} (${Math.floor((found.size / of) * 100)} %)`
  console.log(
    `\n${share(mutants.length)} mutants found out, ${share(noticeable)} of those that somebody could notice, seed ${seed}, ${seconds()} s`,
  )
  process.exitCode = found.size / noticeable >= wanted ? 0 : 1
} finally {
  await vitest.close()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
