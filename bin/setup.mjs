// Runs on any Node ≥ 20 and without dependencies: installs what the lockfile names when it is not there.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

process.chdir(new URL('..', import.meta.url).pathname)

/** What runs with `npm ci --omit=dev` and a `dist` that was brought along; all else builds or tests. */
const runs = ['prestart', 'preimport', 'prebackup', 'prerestore'].includes(process.env.npm_lifecycle_event)
const withoutTools = runs && existsSync('dist/fingerprint')

/** Packages of a lockfile by folder; optional ones of other machines never arrive and do not count. */
function packages(path) {
  const { packages } = JSON.parse(readFileSync(path, 'utf8'))
  return new Map(
    Object.entries(packages)
      .filter(([folder, entry]) => folder && !entry.optional && !entry.devOptional && !entry.link)
      .filter(([, entry]) => !(withoutTools && entry.dev))
      .map(([folder, entry]) => [folder, entry.version]),
  )
}

function upToDate() {
  if (!existsSync('node_modules/.package-lock.json')) return false
  const wanted = packages('package-lock.json')
  const present = packages('node_modules/.package-lock.json')
  return [...wanted].every(([folder, version]) => present.get(folder) === version)
}

if (!upToDate()) {
  console.log('Installing packages …')
  const npm = process.env.npm_execpath
  const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const { status } = spawnSync(command, [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
  })
  if (status !== 0) {
    console.error('The packages could not be installed; npm says why above.')
    process.exit(1)
  }
}
