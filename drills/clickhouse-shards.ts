import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClickHouseServer, installed, writeConfig } from './clickhouse-server.ts'
import { freePort, sleep } from './processes.ts'

const zookeeperClasses = '/usr/share/java/zookeeper.jar'
const shards = 2
const replicas = 2

/** A cluster of ClickHouse on this machine: two shards of two servers each, and the ZooKeeper that they agree by. */
export class Shards {
  /** By shard, then by replica. */
  readonly servers: ClickHouseServer[][]
  readonly #folder: string
  readonly #zookeeper: { port: number; config: string }
  #child: ChildProcess | undefined

  private constructor(
    folder: string,
    servers: ClickHouseServer[][],
    zookeeper: { port: number; config: string },
  ) {
    this.#folder = folder
    this.servers = servers
    this.#zookeeper = zookeeper
  }

  static readonly cluster = 'drill'

  /** Undefined where they are not installed. */
  static async make(): Promise<Shards | undefined> {
    if (!(installed() && existsSync(zookeeperClasses))) return undefined
    const folder = mkdtempSync(join(tmpdir(), 'backline-shards-'))
    const zookeeper = await freePort()
    const config = join(folder, 'zoo.cfg')
    mkdirSync(join(folder, 'zookeeper'))
    writeFileSync(
      config,
      `tickTime=500\ndataDir=${join(folder, 'zookeeper')}\nclientPort=${zookeeper}\nclientPortAddress=127.0.0.1\nadmin.enableServer=false\nmaxClientCnxns=0\n`,
    )
    const ports: Record<'http' | 'tcp' | 'between', number>[][] = []
    for (let shard = 0; shard < shards; shard++) {
      ports.push([])
      for (let replica = 0; replica < replicas; replica++)
        ports[shard]?.push({ http: await freePort(), tcp: await freePort(), between: await freePort() })
    }
    const members = ports
      .map(
        (of) =>
          `<shard><internal_replication>true</internal_replication>${of.map(({ tcp }) => `<replica><host>127.0.0.1</host><port>${tcp}</port></replica>`).join('')}</shard>`,
      )
      .join('')
    const servers = ports.map((of, shard) =>
      of.map(({ http, tcp, between }, replica) =>
        ClickHouseServer.of(
          http,
          writeConfig(
            join(folder, `server-${shard}-${replica}`),
            http,
            tcp,
            `<interserver_http_port>${between}</interserver_http_port><interserver_http_host>127.0.0.1</interserver_http_host>
            <remote_servers><${Shards.cluster}>${members}</${Shards.cluster}></remote_servers>
            <macros><shard>${shard + 1}</shard><replica>${replica + 1}</replica></macros>
            <zookeeper><node><host>127.0.0.1</host><port>${zookeeper}</port></node><session_timeout_ms>6000</session_timeout_ms></zookeeper>
            <distributed_ddl><path>/clickhouse/task_queue/ddl</path></distributed_ddl>`,
          ),
        ),
      ),
    )
    return new Shards(folder, servers, { port: zookeeper, config })
  }

  get all(): ClickHouseServer[] {
    return this.servers.flat()
  }

  async start(): Promise<void> {
    await this.startZooKeeper()
    for (const server of this.all) await server.start()
  }

  async startZooKeeper(): Promise<void> {
    const { port, config } = this.#zookeeper
    this.#child = spawn(
      'java',
      [
        ...['-Xmx256m', '-cp', zookeeperClasses, '-Dzookeeper.jmx.log4j.disable=true'],
        ...['org.apache.zookeeper.server.quorum.QuorumPeerMain', config],
      ],
      { cwd: this.#folder, stdio: 'ignore' },
    )
    for (let n = 0; n < 300 && !(await listens(port)); n++) await sleep(100)
  }

  async killZooKeeper(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }

  async stop(): Promise<void> {
    for (const server of this.all) await server.kill()
    await this.killZooKeeper()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
