import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { hasPostgres } from '../src/testing/postgres.ts'
import { buildIfStale, compileMessages } from './build-steps.ts'

/**
 * Everything that has to hold, in the order from quick to slow. Ends with the line `N passed, N failed`. With arguments,
 * which are Vitest's (a part of a file's name, `--changed`), only such tests of `src`, on the embedded database.
 */
const chosen = process.argv.slice(2)
const results = mkdtempSync(join(tmpdir(), 'backline-results-'))
// The project's own Node comes first on PATH, whoever started this.
const path = `${join(process.cwd(), 'node_modules', '.bin')}${delimiter}${process.env.PATH}`
const bin = (name: string) => join('node_modules', '.bin', name)
/** What each program of a run reads is most of the same: kept as it was compiled, where packages are. */
const compiled = join(process.cwd(), 'node_modules', '.cache', 'node')
/** Minutes, and the same statements on both databases: once is enough, on the one that is faster at them. */
const onPostgresOnly = [
  'src/access.test.ts',
  'src/list-door.test.ts',
  'src/mcp/mcp.test.ts',
  'src/permissions.test.ts',
  'src/fuzz.test.ts',
  'src/lists.test.ts',
  'src/platform/foreign.test.ts',
]
const onEmbeddedOnly = [
  'src/features/analytics/real-sets.test.ts',
  // These start programs and servers of their own, whatever the others run on.
  'src/start.test.ts',
  'src/platform/backup.test.ts',
  'src/platform/standby.test.ts',
  'src/processes/first-start.test.ts',
]
/**
 * Every feature's tests, and those of the ways in, run on PostgreSQL, and the journeys walk through all of them on the
 * embedded database: that is PostgreSQL too. With `TEST_BOTH=1` they run on both, which takes twice as long.
 */
const both = process.env.TEST_BOTH === '1'
const slowest = 8
const took: string[] = []
/** Said once more at the very end: of a long run the end is often all that is kept. */
const red: string[] = []
let passed = 0
let failed = 0

function run(title: string, command: string, args: string[], env: Record<string, string> = {}): boolean {
  console.log(`\n— ${title}`)
  const started = performance.now()
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, PATH: path, NODE_COMPILE_CACHE: compiled, ...env },
  })
  took.push(`${String(Math.round((performance.now() - started) / 1000)).padStart(6)} s  ${title}`)
  return status === 0
}

/** What a failure says first, without its colours. */
const firstLines = (message: string) =>
  stripVTControlCharacters(message).split('\n').slice(0, 6).join('\n    ')

const without = (files: readonly string[]) => files.flatMap((file) => ['--exclude', file])

const usesDatabase = (file: string) =>
  /database|startProgram|makeWorld|PGlite|startCluster/i.test(readFileSync(file, 'utf8'))
/** Tests to which it makes no difference which database there is. */
const withoutDatabase = () => globSync('src/**/*.test.ts').filter((file) => !usesDatabase(file))
/** Do the chosen tests ask for the test world, as far as their names say which they are? */
function asksForWorld(): boolean {
  const named = globSync('src/**/*.test.ts').filter((file) => chosen.some((part) => file.includes(part)))
  return named.length === 0 || named.some(usesDatabase)
}
const ofFeatures = () => globSync('src/{features,testing,http,portal-site}/**/*.test.ts').filter(usesDatabase)

function check(title: string, command: string, args: string[]) {
  if (run(title, command, args)) passed++
  else {
    failed++
    red.push(title)
  }
}

function tests(title: string, config: string, env: Record<string, string> = {}, more: string[] = []) {
  const file = join(results, `${title.replaceAll(' ', '-')}.json`)
  const args = [
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    '--reporter=./bin/second-try.ts',
    `--outputFile.json=${file}`,
    ...more,
    ...chosen,
  ]
  const green = run(title, bin('vitest'), args, env)
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
      testResults: {
        name: string
        startTime: number
        endTime: number
        status: string
        message: string
        assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
      }[]
    }
    const files = report.testResults.map(({ name, startTime, endTime }) => ({
      name: relative(process.cwd(), name),
      seconds: Math.round((endTime - startTime) / 1000),
    }))
    for (const { name, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, slowest))
      took.push(`${String(seconds).padStart(10)} s  ${name}`)
    for (const { name, status, message, assertionResults } of report.testResults) {
      const tests = assertionResults.filter((one) => one.status === 'failed')
      const where = `${title}: ${relative(process.cwd(), name)}`
      for (const { fullName, failureMessages } of tests)
        red.push(`${where} › ${fullName}\n    ${failureMessages.map(firstLines).join('\n    ')}`)
      if (status === 'failed' && tests.length === 0) red.push(`${where}\n    ${firstLines(message)}`)
    }
    passed += report.numPassedTests
    failed += report.numFailedTests
    // A file that cannot be loaded, or a setup that throws, counts no test but is no success.
    if (!green && report.numFailedTests === 0) failed++
    if (green && report.numPassedTests === 0) failed++
  } catch {
    failed++
    red.push(`${title}: left no report`)
  }
}

if (chosen.length > 0) {
  await compileMessages()
  tests('chosen tests', 'vitest.config.ts', { TEST_CHOSEN: asksForWorld() ? 'world' : 'no world' })
  end()
}
await buildIfStale()
check('format, lint and import rules', bin('biome'), ['check', '.'])
check('types', bin('tsc'), ['--noEmit'])
check('unused code', bin('knip'), [])
check('frames and tokens', process.execPath, ['bin/check-house.ts'])
if (hasPostgres()) {
  const elsewhere = both ? [] : ofFeatures().filter((file) => !onEmbeddedOnly.includes(file))
  tests('tests on the embedded database', 'vitest.config.ts', {}, without([...onPostgresOnly, ...elsewhere]))
  tests(
    'tests on PostgreSQL',
    'vitest.config.ts',
    { TEST_ON: 'postgres' },
    without([...onEmbeddedOnly, ...withoutDatabase()]),
  )
} else {
  tests('tests on the embedded database', 'vitest.config.ts')
  console.log('\nNo PostgreSQL is installed here: the tests ran on the embedded database only.')
}
tests('browser journeys', 'e2e/vitest.config.ts')

end()

function end(): never {
  console.log(`\n${took.join('\n')}`)
  if (red.length > 0) console.log(`\nFailed:\n  ${red.join('\n  ')}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}
