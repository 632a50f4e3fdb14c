import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

export const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createSocket().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The real program as a process of its own, on a database that stands. */
export class Process {
  child: ChildProcess | undefined
  readonly origin: string
  readonly port: number
  readonly portalsPort: number
  #env: Record<string, string>
  #said: string[] = []

  private constructor(port: number, portals: number, url: string, more: Record<string, string>) {
    this.origin = `http://127.0.0.1:${port}`
    this.port = port
    this.portalsPort = portals
    this.#env = {
      PORT: String(port),
      PORTALS_PORT: String(portals),
      DATABASE_URL: url,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'backline-drill-')),
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      TRUST_PROXY: '1',
      ...more,
    }
  }

  /** `more` are further settings, or others than a drill has by itself. */
  static async make(url: string, more: Record<string, string> = {}): Promise<Process> {
    return new Process(await freePort(), await freePort(), url, more)
  }

  /** Starts it and answers after how many milliseconds it was ready. */
  async start(): Promise<number> {
    const started = performance.now()
    const child = spawn(process.execPath, ['bin/start.ts'], {
      cwd: root,
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => this.#said.push(String(chunk)))
    this.child = child
    for (;;) {
      if (child.exitCode !== null) throw new Error(`The program ended:\n${this.#said.join('')}`)
      if (await this.ready()) return performance.now() - started
      await sleep(50)
    }
  }

  ready = () =>
    fetch(`${this.origin}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
      ({ ok }) => ok,
      () => false,
    )

  /** What it has written since the last time that somebody asked. */
  said = () => this.#said.splice(0).join('')

  get running(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null
  }

  /** Sends a signal and answers after how many milliseconds it had ended. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number> {
    const started = performance.now()
    const { child } = this
    if (!child || !this.running) return 0
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
    return performance.now() - started
  }
}

/** Runs a command of the program to its end: how it ended, and what it said. */
export function runCommand(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said: said.trim() })))
}

/**
 * A small balancer: requests go to a process that is ready, in turn; one that could not be sent at all goes to the next.
 * A request whose answer breaks off is not repeated: nobody knows what it did.
 */
export async function balance(processes: Process[]): Promise<{ origin: string; stop: () => void }> {
  let turn = 0
  const ready = new Set(processes)
  const looking = setInterval(async () => {
    for (const each of processes)
      if (await each.ready()) ready.add(each)
      else ready.delete(each)
  }, 200)
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { host: _, connection: _c, ...headers } = request.headers
    for (let attempt = 0; attempt < processes.length * 20; attempt++) {
      const chosen = processes[turn++ % processes.length]
      if (!chosen || !ready.has(chosen)) {
        await sleep(10)
        continue
      }
      try {
        const answer = await fetch(`${chosen.origin}${request.url}`, {
          method: request.method ?? 'GET',
          headers: headers as Record<string, string>,
          redirect: 'manual',
          ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
        })
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
        return response.end(Buffer.from(await answer.arrayBuffer()))
      } catch (error) {
        const code = (error as { cause?: { code?: string } }).cause?.code
        if (code !== 'ECONNREFUSED') {
          response.writeHead(502)
          return response.end(String(code))
        }
        await sleep(20)
      }
    }
    response.writeHead(503)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      clearInterval(looking)
      server.close()
    },
  }
}
