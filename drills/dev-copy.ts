import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { demoPassword, people } from '#testing/world/cast.ts'
import { freePort, sleep } from './processes.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** What was made of the sources at some time, and what tools remember from run to run. */
const caches = ['src/paraglide', 'node_modules/.vite', 'node_modules/.cache', 'dist']

/** A copy of the project that a developer works in: its files are edited while `npm run dev` runs over them. */
export class DevCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'backline-dev-'))
  readonly #data = join(this.folder, 'data')
  #child: ReturnType<typeof spawn> | undefined
  #said = ''
  origin = ''
  /** Where fans' pages are. */
  fans = ''

  constructor() {
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
    for (const file of files.filter(Boolean)) cpSync(join(root, file), join(this.folder, file))
    // Packages are the same bytes, most of a gigabyte of them: linked where both folders are on one disk.
    const packages = [join(root, 'node_modules'), this.folder]
    try {
      execFileSync('cp', ['-al', ...packages], { stdio: 'ignore' })
    } catch {
      execFileSync('cp', ['-a', ...packages])
    }
    this.forget()
  }

  /** As after `npm ci`: nothing is compiled, nothing is remembered. The database stays. */
  forget() {
    for (const path of caches) rmSync(join(this.folder, path), { recursive: true, force: true })
  }

  /** `npm run dev`, without npm; answers at once. */
  async begin(): Promise<void> {
    const { scripts } = JSON.parse(readFileSync(join(this.folder, 'package.json'), 'utf8')) as {
      scripts: { dev: string }
    }
    const [port, portals] = [await freePort(), await freePort()]
    this.origin = `http://localhost:${port}`
    this.fans = `http://localhost:${portals}`
    const child = spawn(process.execPath, scripts.dev.split(' ').slice(1), {
      cwd: this.folder,
      env: {
        ...process.env,
        PORT: String(port),
        PORTALS_PORT: String(portals),
        HOST: '127.0.0.1',
        DATA_DIR: this.#data,
        ENVIRONMENT: 'development',
        EXCHANGE_RATES_URL: '',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        this.#said += String(chunk)
      })
    this.#child = child
  }

  /** What it has said since it began. */
  said = () => this.#said

  async ready(): Promise<void> {
    for (;;) {
      if (this.#child?.exitCode !== null) throw new Error(`It ended:\n${this.#said}`)
      const answer = await fetch(`${this.origin}/readyz`).catch(() => undefined)
      if (answer?.ok) return
      await sleep(50)
    }
  }

  async cookie(): Promise<string> {
    const answer = await fetch(`${this.origin}/api/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: people.super.email, password: demoPassword }),
    })
    return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }

  /** Saves a file with `from` as `to`, as an editor does. @throws When the file does not say `from`. */
  edit(path: string, from: string, to: string) {
    const file = join(this.folder, path)
    const text = readFileSync(file, 'utf8')
    if (!text.includes(from))
      throw new Error(`${dirname(path)} does not say ${from} any more: see drills/dev.ts`)
    writeFileSync(
      file,
      text.replace(from, () => to),
    )
  }

  async end(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
