import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, globSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, gunzipSync } from 'node:zlib'
import { directUrl, type Env } from './env.ts'
import { type FileStore, openFileStore } from './files.ts'
import { lockFolder } from './folder-lock.ts'
import { createDatabaseRoles, migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

/** A backup that cannot be made or taken back, in one sentence. */
export class BackupFault extends Error {
  override name = 'CannotStart'
}

interface Manifest {
  madeAt: string
  kind: 'postgres' | 'embedded'
  /** Path inside the backup → SHA-256 of its bytes. */
  files: Record<string, string>
}

const dumpName = { postgres: 'database.dump', embedded: 'database.tar.gz' } as const

/**
 * Writes the database and the uploaded files into a new folder, with a manifest of checksums. PostgreSQL is dumped as it
 * runs; the embedded database must not be in use.
 * @throws BackupFault with one sentence.
 */
export async function backUp(env: Env, target: string): Promise<Manifest> {
  if (existsSync(target) && (await readdir(target)).length > 0)
    throw new BackupFault(`The folder ${target} is not empty.`)
  await mkdir(target, { recursive: true })
  const url = directUrl(env)
  const kind = url ? 'postgres' : 'embedded'
  const dump = join(target, dumpName[kind])
  if (url) runTool('pg_dump', ['--format=custom', '--no-owner', `--file=${dump}`, url])
  else await dumpEmbedded(env.DATA_DIR, dump)
  await copyFiles(openFileStore(env), join(target, 'files')).catch(asFault)
  const manifest: Manifest = { madeAt: new Date().toISOString(), kind, files: await checksums(target) }
  await writeFile(join(target, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/**
 * Puts a backup into an empty database and an empty folder of files, after every byte of it has been checked, and brings
 * the schema up to date.
 * @throws BackupFault with one sentence; nothing has been written when the backup is damaged or the target is not empty.
 */
export async function restore(env: Env, source: string): Promise<Manifest> {
  const manifest = JSON.parse(
    await readFile(join(source, 'manifest.json'), 'utf8').catch(() => {
      throw new BackupFault(`There is no backup in ${source}.`)
    }),
  ) as Manifest
  await checkWhole(source, manifest)
  const url = directUrl(env)
  const kind = url ? 'postgres' : 'embedded'
  if (manifest.kind !== kind)
    throw new BackupFault(`The backup is of ${manifest.kind} and the settings name ${kind}.`)
  const store = openFileStore(env)
  if (!(await hasNothing(store).catch(asFault))) throw new BackupFault('The store of files is not empty.')

  const dump = join(source, dumpName[kind])
  if (url) await restorePostgres(url, dump)
  else await restoreEmbedded(env.DATA_DIR, dump)
  const uploads = join(source, 'files')
  for (const key of existsSync(uploads) ? await readdir(uploads) : [])
    await store.put(key, await readFile(join(uploads, key))).catch(asFault)
  const database = await openDatabase({ url, folder: env.DATA_DIR })
  try {
    await migrate(database)
    // What ClickHouse holds is of another time than what has come back: it is copied anew.
    await database.query('delete from fact_feed')
    await database.query('delete from fact_outbox')
    await database.query('delete from fact_copy')
  } finally {
    await database.close()
  }
  return manifest
}

async function checkWhole(source: string, { files }: Manifest) {
  const found = await checksums(source)
  const damaged = Object.keys(files).find((path) => found[path] !== files[path])
  if (damaged !== undefined)
    throw new BackupFault(`${damaged} is missing or damaged: the backup is not taken back.`)
}

async function copyFiles(store: FileStore, folder: string) {
  await mkdir(folder)
  for await (const key of store.keys()) {
    const bytes = await store.read(key)
    // One that went since it was listed is no loss: nothing showed it any more.
    if (bytes) await writeFile(join(folder, key), bytes)
  }
}

async function hasNothing(store: FileStore): Promise<boolean> {
  for await (const _ of store.keys()) return false
  return true
}

/** Of the store of files, which says to callers only that it is away. */
function asFault(error: Error): never {
  const cause = error.cause as { cause?: Error; message?: string } | undefined
  throw cause
    ? new BackupFault(
        `The store of files does not answer as it should: ${cause.cause?.message ?? cause.message}`,
      )
    : error
}

async function restorePostgres(url: string, dump: string) {
  const database = await openDatabase({ url, folder: '' })
  try {
    const [table] = await database.query<{ n: string }>(
      `select count(*) as n from information_schema.tables where table_schema = 'public'`,
    )
    if (Number(table?.n) > 0) throw new BackupFault('The database is not empty.')
    await createDatabaseRoles(database)
  } finally {
    await database.close()
  }
  runTool('pg_restore', ['--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${url}`, dump])
}

async function dumpEmbedded(dataDir: string, dump: string) {
  const path = join(dataDir, 'database')
  if (!existsSync(path)) throw new BackupFault(`There is no database in ${dataDir}.`)
  const unlock = lockFolder(dataDir)
  const { PGlite } = await import('@electric-sql/pglite')
  const pglite = new PGlite(path, await embeddedOptions())
  await pglite.waitReady
  const file = await pglite.dumpDataDir('none')
  await pipeline(Readable.fromWeb(file.stream() as never), createGzip(), createWriteStream(dump))
  await pglite.close()
  unlock()
}

async function restoreEmbedded(dataDir: string, dump: string) {
  const path = join(dataDir, 'database')
  if (existsSync(path)) throw new BackupFault(`There is already a database in ${dataDir}.`)
  await mkdir(dataDir, { recursive: true })
  const unlock = lockFolder(dataDir)
  const { PGlite } = await import('@electric-sql/pglite')
  const pglite = new PGlite(path, {
    loadDataDir: new Blob([gunzipSync(await readFile(dump)) as Uint8Array<ArrayBuffer>]),
    ...(await embeddedOptions()),
  })
  await pglite.waitReady
  await pglite.close()
  unlock()
}

async function embeddedOptions() {
  const { embedded } = await import('./embedded.ts')
  return embedded
}

/** SHA-256 of every file below a folder, the manifest aside. */
async function checksums(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sums: Record<string, string> = {}
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path)
    if (!entry.isFile() || name === 'manifest.json') continue
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    sums[name] = hash.digest('hex')
  }
  return sums
}

const folders = ['/usr/lib/postgresql/*/bin', '/usr/local/pgsql/bin', '/opt/homebrew/opt/*/bin']

/** PostgreSQL's own tools, from PATH or where packages put them. */
function runTool(name: string, args: string[]) {
  const installed = folders.flatMap((pattern) => globSync(`${pattern}/${name}`)).at(-1)
  const { status, error, stderr } = spawnSync(installed ?? name, args, { encoding: 'utf8' })
  if (error) throw new BackupFault(`${name} of PostgreSQL is needed and was not found.`)
  // Addresses carry passwords: the tool's words are told without them.
  const said = stderr.trim().replace(/postgres(ql)?:\/\/\S+/g, 'postgres://…')
  if (status !== 0) throw new BackupFault(`${name} ended with ${status}: ${said}`)
}
