import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, sleep } from './processes.ts'

/** The pooler itself, with the file that is shipped: of it only addresses and how one signs in change. */
export class Pgbouncer {
  readonly #file: string
  readonly #port: number
  #child: ChildProcess | undefined

  private constructor(file: string, port: number) {
    this.#file = file
    this.#port = port
  }

  static async before(url: string): Promise<Pgbouncer> {
    const { hostname, port, pathname } = new URL(url)
    const own = await freePort()
    const folder = mkdtempSync(join(tmpdir(), 'backline-pooler-'))
    const name = pathname.slice(1)
    const users = join(folder, 'users.txt')
    writeFileSync(users, '"postgres" ""\n')
    const text = readFileSync(new URL('../docs/pgbouncer.ini', import.meta.url), 'utf8')
      .replace(/^backline = .*$/m, `${name} = host=${hostname} port=${port} dbname=${name}`)
      .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1')
      .replace(/^listen_port = .*$/m, `listen_port = ${own}\nunix_socket_dir =`)
      .replace(/^auth_type = .*$/m, 'auth_type = trust')
      .replace(/^auth_file = .*$/m, `auth_file = ${users}`)
    const file = join(folder, 'pgbouncer.ini')
    writeFileSync(file, text)
    // It refuses to run as root, and so does PostgreSQL: the same user serves both.
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres', folder])
    const pooler = new Pgbouncer(file, own)
    await pooler.start()
    return pooler
  }

  url = (database: string) => `postgres://postgres@127.0.0.1:${this.#port}/${database}`

  async start() {
    const root = process.getuid?.() === 0
    this.#child = spawn('pgbouncer', ['-q', ...(root ? ['-u', 'postgres'] : []), this.#file], {
      stdio: 'ignore',
    })
    for (let n = 0; n < 100 && !(await this.#listens()); n++) await sleep(50)
  }

  #listens = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(this.#port, '127.0.0.1', () => resolve(socket.destroy() !== undefined))
      socket.on('error', () => resolve(false))
    })

  kill = () => this.#end('SIGKILL')
  stop = () => this.#end('SIGTERM')

  async #end(signal: NodeJS.Signals) {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
}
