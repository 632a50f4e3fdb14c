import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A throw-away PostgreSQL cluster, made from an installed `postgres`. */
export interface Cluster {
  url: (database: string) => string
  /** Where the server's files are, in `data`. */
  folder: string
  stop: () => void
  /** Ends the server as a crash does, and starts it again. */
  crash: () => void
  start: () => void
  /** Makes a standby the one that takes writes. */
  promote: () => void
  /** Every process of the server stands still, or goes on. */
  freeze: (still: boolean) => void
}

const folders = [
  '/usr/lib/postgresql/*/bin',
  '/usr/local/pgsql/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/bin',
]
const binaries = () =>
  folders.flatMap((pattern) => globSync(pattern)).find((folder) => existsSync(join(folder, 'initdb')))

/** Is a PostgreSQL installed here? */
export const hasPostgres = () => binaries() !== undefined

/** Ports above 32767 may be taken by a client's own socket between two starts. */
async function freePort(): Promise<number> {
  for (let port = 21_000 + (process.pid % 5_000); ; port++) {
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer()
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (free) return port
  }
}

const isZombie = (pid: number) => {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}

const shared = '/dev/shm'
const enough = 4 * 1024 ** 3

/**
 * Where files live in memory, if this machine has such a folder with room: hundreds of databases are copied and dropped by the
 * tests, and a third of what PostgreSQL did was to look for free inodes on a disk.
 */
export function inMemory(): string {
  if (!existsSync(shared)) return tmpdir()
  const { bavail, bsize } = statfsSync(shared)
  return bavail * bsize > enough ? shared : tmpdir()
}

/**
 * Starts a cluster with further settings (`-c name=value`), or answers undefined where no PostgreSQL is installed. With
 * `primary` it is a standby that follows that one's stream. Its files are in a folder of their own in `where`.
 */
export async function startCluster(
  more = '',
  primary?: Cluster,
  where = tmpdir(),
): Promise<Cluster | undefined> {
  const bin = binaries()
  if (!bin) return undefined
  const folder = mkdtempSync(join(where, 'backline-postgres-'))
  const root = process.getuid?.() === 0
  // initdb refuses to run as root: the packages' own user owns the folder then.
  if (root) {
    const id = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }))
    const group = Number(execFileSync('id', ['-g', 'postgres'], { encoding: 'utf8' }))
    chownSync(folder, id, group)
  }
  const run = (program: string, args: string[]) => {
    const [command, all] = root
      ? ['runuser', ['-u', 'postgres', '--', join(bin, program), ...args]]
      : [join(bin, program), args]
    const { status, stderr } = spawnSync(command as string, all as string[], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (status !== 0) throw new Error(`${program}: ${stderr}`)
  }
  const data = join(folder, 'data')
  const port = await freePort()
  if (primary) run('pg_basebackup', ['-d', primary.url('postgres'), '-D', data, '-R', '-c', 'fast'])
  else run('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8'])
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200 ${more}`
  const start = () => run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start'])
  start()
  const kill = (pid: number, signal: NodeJS.Signals) => {
    try {
      process.kill(pid, signal)
    } catch {
      // It has just ended by itself.
    }
  }
  const processes = () => {
    const file = join(data, 'postmaster.pid')
    if (!existsSync(file)) return []
    const server = readFileSync(file, 'utf8').split('\n')[0] ?? ''
    const children = spawnSync('pgrep', ['-P', server], { encoding: 'utf8' }).stdout.split('\n')
    return [server, ...children].filter(Boolean).map(Number)
  }
  return {
    folder,
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    start,
    promote: () => run('pg_ctl', ['-D', data, '-w', 'promote']),
    crash: () => {
      const all = processes()
      for (const pid of all) kill(pid, 'SIGKILL')
      // Its memory is free for a new start only when the last of them has gone.
      while (all.some((pid) => existsSync(`/proc/${pid}/stat`) && !isZombie(pid)))
        spawnSync('sleep', ['0.05'])
      // Where nobody buries the dead, their locks look held.
      for (const lock of [join(data, 'postmaster.pid'), join(folder, `.s.PGSQL.${port}.lock`)])
        rmSync(lock, { force: true })
    },
    freeze: (still) => {
      for (const pid of processes()) kill(pid, still ? 'SIGSTOP' : 'SIGCONT')
    },
    stop: () => {
      if (processes().length > 0) run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
