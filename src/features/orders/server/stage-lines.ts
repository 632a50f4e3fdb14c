import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Bulk, Cell } from '#platform/bulk.ts'
import { type Big, toMicros } from '#platform/money.ts'
import { cityOf, type LineDraft } from './line-draft.ts'

export const stageColumns = {
  seq: 'int',
  row: 'int',
  portal_key: 'text',
  external_id: 'text',
  ordinal: 'int',
  kind: 'text',
  at: 'timestamptz',
  placed_at: 'timestamptz',
  sku: 'text',
  name: 'text',
  units: 'int',
  currency: 'text',
  currency_rate: 'numeric',
  gross_amount: 'numeric',
  net_amount: 'numeric',
  tax_amount: 'numeric',
  gross_micros: 'bigint',
  discounts_micros: 'bigint',
  refunds_micros: 'bigint',
  net_micros: 'bigint',
  tax_micros: 'bigint',
  country: 'text',
  province: 'text',
  city: 'text',
  buyer_hash: 'bytea',
  campaign: 'text',
  click_id: 'uuid',
  called_off: 'boolean',
  stands: 'boolean',
}

const batchSize = 4_000

/** Turns drafts into rows of the temporary table `stage`, a batch at a time. */
export class Stage {
  givenOrdinals = false
  private readonly bulk: Bulk
  /** Made once: making one of bytes costs ten times what hashing a buyer does. */
  private readonly secret: KeyObject
  private rows: Cell[][] = []
  private seq = 0
  private lastBuyer: string | null = null
  private lastHash: string | null = null

  constructor(bulk: Bulk, secret: Buffer) {
    this.bulk = bulk
    this.secret = createSecretKey(secret)
  }

  open(): Promise<void> {
    return this.bulk.stage('stage', stageColumns)
  }

  /** `rate`: euros for one unit of the line's currency. */
  async add(line: LineDraft, rate: Big): Promise<void> {
    this.rows.push(this.cells(line, rate))
    if (line.ordinal !== undefined) this.givenOrdinals = true
    if (this.rows.length >= batchSize) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.rows.length > 0) await this.bulk.append('stage', this.rows)
    this.rows = []
  }

  private cells(line: LineDraft, rate: Big): Cell[] {
    const written = (amount: Big) => amount.toFixed(Math.max(line.scale, decimalsOf(amount)))
    this.seq++
    return [
      this.seq,
      line.row,
      line.portalKey ?? null,
      line.externalId,
      line.ordinal ?? null,
      line.kind,
      new Date(line.at).toISOString(),
      new Date(line.placedAt).toISOString(),
      line.sku,
      line.name,
      line.units,
      line.currency,
      rate.toFixed(),
      written(line.gross),
      written(line.net),
      written(line.tax),
      ...microsOf(line, rate),
      line.country ?? null,
      line.province ?? null,
      cityOf(line),
      this.buyerHash(line.buyer ?? null),
      line.campaign ?? null,
      line.clickId ?? null,
      line.calledOff ?? false,
      line.stands ?? false,
    ]
  }

  private buyerHash(buyer: string | null): string | null {
    if (buyer === null) return null
    if (buyer !== this.lastBuyer) {
      this.lastHash = hashOfBuyer(buyer, this.secret)
      this.lastBuyer = buyer
    }
    return this.lastHash
  }
}

/** Gross, discounts, refunds, net and tax. */
function microsOf({ kind, gross, net, tax }: LineDraft, rate: Big): number[] {
  const [all, left] = [toMicros(gross, rate), toMicros(net, rate)]
  const [discounts, refunds] = kind === 'sale' ? [all - left, 0] : [0, -left]
  return [all, discounts, refunds, left, toMicros(tax, rate)]
}

/** What is kept of a buyer: 16 bytes of a keyed hash, as PostgreSQL reads them. */
export function hashOfBuyer(buyer: string, secret: KeyObject): string {
  const digest = createHmac('sha256', secret).update(`buyer:${buyer.trim().toLowerCase()}`).digest('hex')
  return `\\x${digest.slice(0, 32)}`
}

/** Decimals that the number needs; big.js keeps its digits in `c` and the place of the first in `e`. */
const decimalsOf = ({ c, e }: Big) => Math.max(0, c.length - 1 - e)
