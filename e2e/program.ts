import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Program {
  origin: string
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** A folder with a fresh demo world of so many days. */
export async function makeFolder(days: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'backline-e2e-'))
  await run(['e2e/make-world.ts', folder, String(days)])
  return folder
}

/** A world of its own, as the one in `folder` is before a program has run on it. */
export async function copyFolder(folder: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'backline-e2e-'))
  await cp(folder, copy, { recursive: true })
  return copy
}

/** Starts the real program on such a folder, which ends with it; resolves when it is ready to answer. */
export async function startProgram(folder: string, env: Record<string, string> = {}): Promise<Program> {
  const [port, portalsPort] = [await freePort(), await freePort()]
  const origin = `http://localhost:${port}`
  const log: string[] = []
  const program = node(['bin/start.ts'], {
    PORT: String(port),
    PORTALS_PORT: String(portalsPort),
    DATA_DIR: folder,
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    TRUST_PROXY: '1',
    EXCHANGE_RATES_URL: '',
    ...env,
  })
  for (const stream of [program.stdout, program.stderr])
    stream?.on('data', (chunk) => log.push(String(chunk)))
  const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()))
  const stop = async () => {
    program.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  if (!(await answers(`${origin}/readyz`, program))) {
    await stop()
    throw new Error(`The program did not become ready:\n${log.join('')}`)
  }
  return { origin, stop }
}

const node = (args: string[], env: Record<string, string> = {}) =>
  spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

async function run(args: string[]) {
  const child = node(args)
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${said}`)
}

/** Building may be part of the start, hence the patience. */
async function answers(url: string, program: ChildProcess): Promise<boolean> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline && program.exitCode === null; ) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
