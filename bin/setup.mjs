// Runs on any Node ≥ 20 and without dependencies: installs what the lockfile names when it is not there.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'

process.chdir(new URL('..', import.meta.url).pathname)

/** What runs with `npm ci --omit=dev` and a `dist` that was brought along; all else builds or tests. */
const runs = ['prestart', 'preimport', 'prebackup', 'prerestore'].includes(process.env.npm_lifecycle_event)

/** Packages of a lockfile with their folders; optional ones of other machines never arrive and do not count. */
function packages(path) {
  const { packages } = JSON.parse(readFileSync(path, 'utf8'))
  return Object.entries(packages).filter(([folder, entry]) => folder && !entry.optional && !entry.link)
}

function upToDate() {
  if (!existsSync('node_modules/.package-lock.json')) return false
  const present = packages('node_modules/.package-lock.json')
  // Tools are all there or, where somebody wanted none of them, all missing.
  const withoutTools = runs && existsSync('dist/fingerprint') && !present.some(([, { dev }]) => dev)
  const versions = new Map(present.map(([folder, { version }]) => [folder, version]))
  return packages('package-lock.json')
    .filter(([, entry]) => !(withoutTools && (entry.dev || entry.devOptional)))
    .every(([folder, { version }]) => versions.get(folder) === version)
}

if (!upToDate()) {
  console.log('Installing packages …')
  const npm = process.env.npm_execpath
  const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  // What builds is needed here, also where NODE_ENV says production and npm would leave it out.
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync(command, [...args, 'ci', ...flags], { stdio: 'inherit' })
  if (status !== 0) {
    console.error('The packages could not be installed; npm says why above.')
    process.exit(1)
  }
}

// A third of the Node that comes along is headers for compiling add-ons; nothing here compiles any.
for (const name of readdirSync('node_modules').filter((name) => name.startsWith('node-')))
  if (existsSync(`node_modules/${name}/bin/node`))
    rmSync(`node_modules/${name}/include`, { recursive: true, force: true })
