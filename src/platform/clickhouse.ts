import { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { AppError } from './errors.ts'

/** How long a question may take: its section says within this time that nobody answers. */
const askedMs = 2_000
/** How long nobody is asked after nobody answered, but for one question at a time that finds out. */
const awayMs = 3_000
const writtenMs = 60_000
/** Rows that come as they are read take as long as they are read. */
const streamedMs = 600_000

/** A server that answered with an error, or did not answer. `status` 0: nobody was there. */
export class ClickHouseFailure extends Error {
  override name = 'ClickHouseFailure'
  readonly status: number

  constructor(message: string, status = 0, cause?: unknown) {
    super(message, { cause })
    this.status = status
  }
}

/** What a reader's row policies look at: a text that every server has, and hands to its shards. One's own names need its configuration. */
const reachSetting = 'log_comment'
/** The rows that are there for a reader, in what ClickHouse asks of each. */
export const readerPolicy = `getSetting('${reachSetting}') = '*' OR has(arrayMap(x -> toUUIDOrZero(x), splitByChar(',', getSetting('${reachSetting}'))), portal_id)`

type Settings = Record<string, string | number>
const insertSettings: Settings = {
  insert_distributed_sync: 1,
  // One block, so that it is there or not; of imports one may hold more months than are usual.
  max_insert_block_size: 1_000_000,
  input_format_parallel_parsing: 0,
  max_partitions_per_insert_block: 0,
}
const shortText = /^LowCardinality\((\w+)\)$/

/**
 * A server or a cluster of ClickHouse, over HTTP as every version speaks it. See docs/decisions/0118: its own client is for
 * versions from 24.8 on, and two calls need none.
 */
export class ClickHouse {
  /** Where its tables lie. */
  readonly name: string
  readonly cluster: string | undefined
  /** May a question say which totals tell it? Known once its tables are there. */
  namesTotals = false
  private readonly address: URL
  /** Who asks for portals' sake, where it is somebody else: the server holds their rows against what the question may reach. */
  readonly reader: { name: string; password: string } | undefined
  private readonly headers: Record<string, string>
  private readonly agent = new Agent({ connections: 16, connectTimeout: askedMs })
  /** A connection for each lot of rows: what was idle may be closed at that very moment, and rows are not sent twice lightly. */
  private readonly fresh = new Agent({ pipelining: 0, connectTimeout: askedMs })
  private inUse = false
  private isBehind = false
  private isMade = false
  private known: ReadonlySet<unknown> | undefined
  private awayUntil = 0
  private trying = false

  /**
   * `url`: http or https, with user and password where it has them and the database as its path (`backline`). `reader`: user and
   * password (`NAME:PASSWORD`) of who asks.
   */
  constructor(url: string, cluster?: string, reader?: string) {
    const { username, password, pathname, origin } = new URL(url)
    const [, name = '', secret = ''] = /^(\w+):(.*)$/.exec(reader ?? '') ?? []
    this.reader = name ? { name, password: secret } : undefined
    this.address = new URL(origin)
    this.name = pathname.slice(1) || 'backline'
    this.cluster = cluster
    this.headers = username ? headersOf(decodeURIComponent(username), decodeURIComponent(password)) : {}
  }

  /** Does it answer analytics? What `npm run analytics -- use` says, as far as this process has heard. */
  answers(): boolean {
    return this.inUse
  }

  /** `behind`: it has taken no facts for so long that what it answered would be wrong. */
  use(answers: boolean, behind = false): void {
    this.inUse = answers
    this.isBehind = behind
  }

  /**
   * Rows of a question, each its columns in order; whole numbers may come as text. `reach`: ids of the portals whose rows are
   * there for it, with commas between them, or `*`; a reader has none without.
   * @throws AppError 503 `analytics.storeAway` when it does not answer in 2 s, lately did not, or is behind.
   */
  async ask(query: string, reach = ''): Promise<unknown[][]> {
    const now = Date.now()
    const finding = now >= this.awayUntil && this.awayUntil > 0
    if (this.isBehind || now < this.awayUntil || (finding && this.trying)) throw away()
    this.trying ||= finding
    try {
      const text = await this.answerTo(`${query} FORMAT JSONCompact`, reach)
      this.awayUntil = 0
      return (JSON.parse(text) as { data: unknown[][] }).data
    } catch (error) {
      // A question that it refuses is a fault of ours: it is there.
      if (error instanceof ClickHouseFailure && isOurs(error)) throw error
      this.awayUntil = Date.now() + awayMs
      throw away()
    } finally {
      if (finding) this.trying = false
    }
  }

  /** A server of the cluster that goes while it is asked takes the answer with it; its fellow answers who asks again. */
  private async answerTo(query: string, reach: string): Promise<string> {
    const settings: Settings = this.reader ? { [reachSetting]: reach } : {}
    const started = Date.now()
    try {
      return await this.send(query, '', settings, askedMs, this.reader)
    } catch (error) {
      const left = askedMs - (Date.now() - started)
      if (left < askedMs / 2 || !(error instanceof ClickHouseFailure && isOfAFellow(error))) throw error
      return await this.send(query, '', settings, left, this.reader)
    }
  }

  /** Does what has to be done before it is used, once for a process. */
  async once(work: () => Promise<void>): Promise<void> {
    if (!this.isMade) await work()
    this.isMade = true
  }

  /** Which of some settings the server has: versions differ. `table`: `settings` or `merge_tree_settings`. */
  async knows(table: string, names: readonly string[]): Promise<ReadonlySet<unknown>> {
    const found = await this.read(`SELECT name FROM system.${table} WHERE name IN ${listOf(names)}`, {
      database: 'default',
    })
    return new Set(found.map(([name]) => name))
  }

  /** A statement that answers nothing. @throws ClickHouseFailure */
  async run(statement: string, settings: Settings = {}, withinMs = writtenMs): Promise<void> {
    await this.send(statement, '', settings, withinMs)
  }

  /** Rows of a statement that may take its time. @throws ClickHouseFailure */
  async read(query: string, settings: Settings = {}): Promise<unknown[][]> {
    const text = await this.send(`${query} FORMAT JSONCompact`, '', settings, writtenMs)
    return (JSON.parse(text) as { data: unknown[][] }).data
  }

  /**
   * Adds rows (tab separated, as PostgreSQL's COPY writes them) to a table, once for a token however often it is called.
   * @throws ClickHouseFailure
   */
  async add(table: string, columns: readonly string[], rows: string, token: string): Promise<void> {
    const settings = await this.forInserts({ insert_deduplication_token: token })
    await this.send(`INSERT INTO ${table} (${columns.join(', ')}) FORMAT TabSeparated`, rows, settings)
  }

  /**
   * Adds many rows of such text, sent as they come. They are not known again: who adds them a second time takes them out first.
   * `types` of the table's columns: short texts are read as plain ones and numbered many at once, where the server understands
   * that, as numbering each while it is read is more than half of what an insert costs.
   * @throws ClickHouseFailure
   */
  async addMany(
    table: string,
    types: Readonly<Record<string, string>>,
    rows: AsyncIterable<Buffer>,
  ): Promise<void> {
    const settings = await this.forInserts({ insert_deduplicate: 0 })
    const read = Object.entries(types).map(([name, type]) => `${name} ${type.replace(shortText, '$1')}`)
    // As old as this setting is reading text by types of its own.
    const isOfToday = 'input_format_parallel_parsing' in settings
    const from = isOfToday ? ` SELECT * FROM input(${quoted(read.join(', '))})` : ''
    const into = `INSERT INTO ${table} (${Object.keys(types).join(', ')})${from} FORMAT TabSeparated`
    await this.send(into, rows, settings, streamedMs)
  }

  /** What an insert is told, of what the server knows. */
  private async forInserts(own: Settings): Promise<Settings> {
    const settings = { ...insertSettings, ...own }
    this.known ??= await this.knows('settings', [
      ...Object.keys(insertSettings),
      ...['insert_deduplication_token', 'insert_deduplicate'],
    ])
    return Object.fromEntries(Object.entries(settings).filter(([name]) => this.known?.has(name)))
  }

  async close(): Promise<void> {
    await this.agent.destroy()
    await this.fresh.destroy()
  }

  private async send(
    query: string,
    body: string | AsyncIterable<Buffer>,
    settings: Settings,
    timeoutMs = writtenMs,
    reader?: ClickHouse['reader'],
  ): Promise<string> {
    const url = new URL(this.address)
    // Long questions do not fit into an address: only a statement with rows behind it goes there.
    if (body) url.searchParams.set('query', query)
    url.searchParams.set('database', this.name)
    for (const [name, value] of Object.entries({ max_query_size: 67_108_864, ...settings }))
      url.searchParams.set(name, String(value))
    const asked = {
      method: 'POST' as const,
      body: typeof body === 'string' ? body || query : Readable.from(body),
      headers: reader ? headersOf(reader.name, reader.password) : this.headers,
      dispatcher: body ? this.fresh : this.agent,
      signal: AbortSignal.timeout(timeoutMs),
    }
    try {
      // An idle connection that is closed at that very moment: whatever has no rows can be said again.
      const answer = await request(url, asked).catch((error: { code?: string }) => {
        if (body || error.code !== 'UND_ERR_SOCKET') throw error
        return request(url, asked)
      })
      const text = await answer.body.text()
      if (answer.statusCode !== 200) throw new ClickHouseFailure(text.slice(0, 500).trim(), answer.statusCode)
      return text
    } catch (error) {
      if (error instanceof ClickHouseFailure) throw error
      throw new ClickHouseFailure(`No answer: ${String(error)}`, 0, error)
    }
  }
}

const headersOf = (user: string, key: string) => ({ 'x-clickhouse-user': user, 'x-clickhouse-key': key })

const away = () => new AppError(503, 'analytics.storeAway', { headers: { 'Retry-After': '3' } })

/** What a server says of a query that it cannot understand; anything else is its own trouble (disk, memory, a shard away). */
const isOurs = ({ message }: ClickHouseFailure) => /^Code: (36|43|46|47|48|53|62|70|115)\b/.test(message)

/** It was there itself, but lost another one of its cluster: read to an early end, no answer in time, a connection cut. */
const isOfAFellow = ({ message }: ClickHouseFailure) => /^Code: (32|209|210)\b/.test(message)

/** A text as a value of SQL. */
export const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

/** Values for `in`; nothing is in an empty list. */
export const listOf = (values: readonly string[]): string =>
  values.length > 0 ? `(${values.map(quoted).join(', ')})` : `('')`
