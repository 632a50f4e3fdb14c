import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, sleep } from './processes.ts'

/**
 * A server of ClickHouse on this machine: Debian's `clickhouse-server` where it is installed, or with `CHDB` (the folder
 * into which npm's `chdb` was installed) the engine of today behind a small door.
 */
export class ClickHouseServer {
  readonly kind: 'chdb' | 'server'
  readonly port: number
  readonly #command: [string, string[]]
  #child: ChildProcess | undefined

  private constructor(kind: 'chdb' | 'server', port: number, command: [string, string[]]) {
    this.kind = kind
    this.port = port
    this.#command = command
  }

  /** One of a cluster. */
  static of(port: number, config: string): ClickHouseServer {
    return new ClickHouseServer('server', port, ['clickhouse-server', [`--config-file=${config}`]])
  }

  /** Undefined where there is neither. What it keeps lies in `folder`. */
  static async make(
    folder = mkdtempSync(join(tmpdir(), 'backline-clickhouse-')),
  ): Promise<ClickHouseServer | undefined> {
    const port = await freePort()
    const { CHDB } = process.env
    if (CHDB) {
      const door = fileURLToPath(new URL('chdb-door.ts', import.meta.url))
      return new ClickHouseServer('chdb', port, [process.execPath, [door, CHDB, folder, String(port)]])
    }
    if (!installed()) return undefined
    const config = writeConfig(folder, port, await freePort())
    return ClickHouseServer.of(port, config)
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/drill`
  }

  async start(): Promise<void> {
    const [command, args] = this.#command
    this.#child = spawn(command, args, { stdio: 'ignore' })
    for (let n = 0; n < 200 && !(await this.#answers()); n++) await sleep(100)
  }

  #answers = () =>
    fetch(`http://127.0.0.1:${this.port}/?database=default`, { method: 'POST', body: 'SELECT 1' }).then(
      ({ ok }) => ok,
      () => false,
    )

  async version(): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${this.port}/?database=default`, {
      method: 'POST',
      body: 'SELECT version() FORMAT TabSeparated',
    })
    return (await answer.text()).trim()
  }

  /** The most memory that it has had, in MB, since that was last forgotten; Linux alone tells it. */
  peakMb(): number {
    const found = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${this.#child?.pid}/status`, 'utf8'))
    return Number(found?.[1] ?? 0) / 1_024
  }

  /** Milliseconds on a processor that it has used; Linux alone tells it. */
  cpuMs(): number {
    const fields = readFileSync(`/proc/${this.#child?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return 10 * (Number(fields[11]) + Number(fields[12]))
  }

  forgetPeak(): void {
    writeFileSync(`/proc/${this.#child?.pid}/clear_refs`, '5')
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
}

/** Asked for its version, 18.16 wants a configuration first. */
export const installed = () =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'clickhouse-server')))

/**
 * What a server needs to listen to this machine alone, with `more` of its configuration. `allow_experimental…`: 18.16 has short
 * texts as numbers only so.
 */
export function writeConfig(folder: string, http: number, tcp: number, more = ''): string {
  const at = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true })
    return `${join(folder, name)}/`
  }
  const [data, tmp] = [at('data'), at('tmp')]
  writeFileSync(
    join(folder, 'users.xml'),
    `<yandex><profiles><default><allow_experimental_low_cardinality_type>1</allow_experimental_low_cardinality_type></default></profiles>
      <users><default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>
      <quotas><default></default></quotas></yandex>`,
  )
  const config = join(folder, 'config.xml')
  writeFileSync(
    config,
    `<yandex><logger><level>error</level><console>1</console></logger><listen_host>127.0.0.1</listen_host>
      <http_port>${http}</http_port><tcp_port>${tcp}</tcp_port><path>${data}</path><tmp_path>${tmp}</tmp_path>
      <users_config>users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database>
      <mark_cache_size>100000000</mark_cache_size><timezone>UTC</timezone>${more}</yandex>`,
  )
  return config
}
