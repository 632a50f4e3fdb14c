import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Bulk, Cell } from '#platform/bulk.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import type { ViewDraft } from './view-draft.ts'

const columns = {
  seq: 'int',
  portal_id: 'uuid',
  at: 'timestamptz',
  kind: 'text',
  visitor_hash: 'bytea',
  path: 'text',
  source: 'text',
  medium: 'text',
  campaign: 'text',
  referrer: 'text',
  channel: 'text',
  country: 'text',
  province: 'text',
  city: 'text',
  device: 'text',
  browser: 'text',
  link_id: 'uuid',
  line_hash: 'bigint',
}

const batchSize = 4_000

/** Turns drafts into rows of the temporary table `view_stage`; addresses end here. */
export class ViewStage {
  private readonly bulk: Bulk
  /** As keys: one made of bytes for each view costs ten times what hashing it does. */
  private readonly salts = new Map<string, KeyObject>()
  private rows: Cell[][] = []
  private seq = 0

  constructor(bulk: Bulk) {
    this.bulk = bulk
  }

  open(): Promise<void> {
    return this.bulk.stage('view_stage', columns)
  }

  async add(view: ViewDraft): Promise<void> {
    const salt = await this.saltOf(formatDay(dayOf(view.at)))
    const hash = createHmac('sha256', salt)
      .update(`${view.portalId}\n${view.visitor}`)
      .digest('hex')
      .slice(0, 32)
    this.seq++
    this.rows.push([
      this.seq,
      view.portalId,
      new Date(view.at).toISOString(),
      view.kind,
      `\\x${hash}`,
      storable(view.path),
      storable(view.source),
      storable(view.medium),
      storable(view.campaign),
      storable(view.referrer),
      view.channel,
      view.country,
      view.province,
      storable(view.city),
      view.device,
      view.browser,
      view.linkId,
      view.lineHash === null ? null : String(view.lineHash),
    ])
    if (this.rows.length >= batchSize) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.rows.length > 0) await this.bulk.append('view_stage', this.rows)
    this.rows = []
  }

  /** The day's salt, the same for all processes: the first to need it makes it. */
  private async saltOf(day: string): Promise<KeyObject> {
    const cached = this.salts.get(day)
    if (cached) return cached
    await this.bulk.query(
      `insert into visit_salt (day, salt) values ($1, decode($2, 'hex')) on conflict do nothing`,
      [day, randomBytes(32).toString('hex')],
    )
    const [row] = await this.bulk.query<{ salt: string }>(
      `select encode(salt, 'hex') as salt from visit_salt where day = $1`,
      [day],
    )
    const salt = createSecretKey(row?.salt ?? '', 'hex')
    this.salts.set(day, salt)
    return salt
  }
}

/** Addresses on the web hold anything; NUL and half characters cannot be stored as text. */
function storable<T extends string | null>(text: T): T {
  return (text === null ? null : text.replaceAll('\0', '').toWellFormed()) as T
}
