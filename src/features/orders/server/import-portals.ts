import { v7 } from 'uuid'
import type { Bulk } from '#platform/bulk.ts'
import { UnreadableFile } from '#platform/csv.ts'

/** Where an import's lines go: all into one portal, or each where a column says. */
export type Target = { code: string } | { by: string; create: boolean }

interface Found {
  id: string
  accountId: string
}

/**
 * Finds the portals that a file's keys stand for and fills the temporary table `stage_portal` with them. A key is known
 * from an earlier import of the source, or is a portal's code or custom URL; with `create` each unknown one becomes a
 * simple account with a portal of its own.
 */
export class ImportPortals {
  readonly created: { key: string; code: string; name: string }[] = []
  private readonly known = new Map<string, Found | undefined>()
  private readonly bulk: Bulk
  private readonly target: Target
  private readonly source: string

  constructor(bulk: Bulk, target: Target, source: string) {
    this.bulk = bulk
    this.target = target
    this.source = source
  }

  async open(): Promise<void> {
    await this.bulk.stage('stage_portal', { key: 'text', portal_id: 'uuid', account_id: 'uuid' })
    if (!('code' in this.target)) return
    const code = this.target.code
    const [row] = await this.bulk.query<Found>(
      `select id, account_id as "accountId" from portal where code = $1 and deleted_at is null`,
      [code],
    )
    if (!row) throw new UnreadableFile('noSuchPortal', { code })
    await this.remember('', row)
  }

  /** The only portal of the import, or null when it spreads over several. */
  get single(): string | null {
    return this.known.get('')?.id ?? null
  }

  /** False when the key is no portal and none may be made. */
  async has(key: string, name: string | undefined): Promise<boolean> {
    if (!this.known.has(key)) {
      const found = (await this.find(key)) ?? (await this.make(key, name ?? key))
      await this.remember(key, found)
    }
    return this.known.get(key) !== undefined
  }

  private async remember(key: string, found: Found | undefined) {
    this.known.set(key, found)
    if (found) await this.bulk.append('stage_portal', [[key, found.id, found.accountId]])
  }

  private async find(key: string): Promise<Found | undefined> {
    const [row] = await this.bulk.query<Found>(
      `select p.id, p.account_id as "accountId" from portal p
      left join order_source s on s.portal_id = p.id and s.source = $1 and s.key = $2
      where p.deleted_at is null and (s.key is not null or p.code = upper($2) or p.custom_url = $2)
      order by s.key is null limit 1`,
      [this.source, key],
    )
    return row
  }

  private async make(key: string, name: string): Promise<Found | undefined> {
    if ('code' in this.target || !this.target.create) return undefined
    const id = v7()
    const accountId = v7()
    const shop = key.split('.')[0] ?? key
    const code = await this.free('code', codeFrom(shop), 8, '')
    const customUrl = await this.free('custom_url', customUrlFrom(shop), 40, '-')
    await this.bulk.query(
      `insert into account (id, name, type, organisation_type) values ($1, $2, 'simple', 2)`,
      [accountId, name],
    )
    await this.bulk.query(
      `insert into portal (id, account_id, master, code, custom_url, name) values ($1, $2, true, $3, $4, $5)`,
      [id, accountId, code, customUrl, name],
    )
    await this.bulk.query('insert into order_source (portal_id, source, key) values ($1, $2, $3)', [
      id,
      this.source,
      key,
    ])
    this.created.push({ key, code, name })
    return { id, accountId }
  }

  /** The wish, or the wish with the first number that nobody has. */
  private async free(
    column: 'code' | 'custom_url',
    wish: string,
    max: number,
    glue: string,
  ): Promise<string> {
    for (let n = 1; ; n++) {
      const suffix = n === 1 ? '' : `${glue}${n}`
      const candidate = wish.slice(0, max - suffix.length) + suffix
      const taken = await this.bulk.query(
        `select 1 from portal where ${column} = $1 and deleted_at is null`,
        [candidate],
      )
      if (taken.length === 0) return candidate
    }
  }
}

const ascii = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
/** 3 or more of A–Z and 0–9; as many as a code has are taken of them. */
const codeFrom = (shop: string) =>
  ascii(shop)
    .replace(/[^a-z0-9]/g, '')
    .toUpperCase()
    .padEnd(3, 'X')
/** 3 or more of a–z, 0–9 and -. */
const customUrlFrom = (shop: string) =>
  ascii(shop)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .padEnd(3, '0')
