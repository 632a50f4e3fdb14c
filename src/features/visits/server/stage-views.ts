import { createHmac, type KeyObject } from 'node:crypto'
import type { Bulk, Cell } from '#platform/bulk.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import type { ViewDraft } from './view-draft.ts'
import { saltOf } from './visit-salts.ts'

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

/** Most views are of the same day as the one before: writing it anew cost a tenth of what the program does for a view. */
let said = { day: Number.NaN, text: '' }

/** The day whose salt a view's visitor is hashed with. */
export function saltDay(view: ViewDraft): string {
  const day = dayOf(view.at)
  if (day !== said.day) said = { day, text: formatDay(day) }
  return said.text
}

/** A draft as a row of `view_stage` without its number; the address ends here. */
export function viewRow(view: ViewDraft, salt: KeyObject): Cell[] {
  const hash = createHmac('sha256', salt)
    .update(`${view.portalId}\n${view.visitor}`)
    .digest('hex')
    .slice(0, 32)
  return [
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
  ]
}

/** Fills the temporary table `view_stage`. */
export class ViewStage {
  private readonly bulk: Bulk
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
    const day = saltDay(view)
    const salt = this.salts.get(day) ?? (await saltOf(this.bulk, day))
    this.salts.set(day, salt)
    await this.addRow(viewRow(view, salt))
  }

  async addRow(row: readonly Cell[]): Promise<void> {
    this.rows.push([++this.seq, ...row])
    if (this.rows.length >= batchSize) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.rows.length > 0) await this.bulk.append('view_stage', this.rows)
    this.rows = []
  }
}

/** Addresses on the web hold anything; NUL and half characters cannot be stored as text. */
function storable<T extends string | null>(text: T): T {
  return (text === null ? null : text.replaceAll('\0', '').toWellFormed()) as T
}
