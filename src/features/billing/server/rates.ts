import { sql } from 'drizzle-orm'
import { defaultRatesStatement } from '#features/products/server/rates.ts'
import { portalRate, type RateKey, rate } from '#features/products/server/table.ts'
import { rows, type Tx } from '#platform/db.ts'
import { NotFound, Unprocessable } from '#platform/errors.ts'
import { todayPlus } from '#platform/windows.ts'
import { isPastDay } from '../past-day.ts'
import { productRates, rateDayFault } from './product-rates.ts'

interface Columns {
  key: RateKey
  kind: 'vat' | 'commission'
  bp: number
  valid_from: string
  portal_id: string | null
  portal_name: string | null
  current: boolean
}

/** All rates, common ones first, each key's newest first; `current` are those of the day that it is in Madrid. */
export async function listRates(tx: Tx, now: Date) {
  const found = await rows<Columns>(
    tx,
    sql`with every as (
        select key, kind, pct, valid_from, null::uuid as portal_id, null as portal_name from rate
        union all
        select r.key, coalesce((select c.kind from rate c where c.key = r.key order by c.valid_from desc limit 1), 'commission'),
          r.pct, r.valid_from, r.portal_id, p.name
        from portal_rate r join portal p on p.id = r.portal_id where p.deleted_at is null)
      select key, kind, round(pct * 100)::int as bp, valid_from::text, portal_id, portal_name,
        valid_from = max(valid_from) filter (where valid_from <= ${todayPlus(now)}::date) over (partition by key, portal_id) as current
      from every
      order by portal_name nulls first,
        array_position(array['default', 'igic', 'ipsi', 'apparel', 'apparelDigital', 'apparelCulture'], key), valid_from desc`,
  )
  return {
    items: found.map((row) => ({
      key: row.key,
      kind: row.kind,
      bp: row.bp,
      validFrom: row.valid_from,
      portal: row.portal_id ? { id: row.portal_id, name: row.portal_name ?? '' } : null,
      current: row.current === true,
    })),
    products: await productRates(tx, sql`true`),
  }
}

interface RateDraft {
  key: RateKey
  bp: number
  validFrom: string
  portalId?: string | null | undefined
  kind?: 'vat' | 'commission' | undefined
}

/**
 * Sets a rate from a day on; what was made before keeps the rate that it was made with.
 * @throws Unprocessable by `validFrom` for a day that no rate begins on.
 */
export async function setRate(tx: Tx, { key, bp, validFrom, portalId, kind }: RateDraft, now: Date) {
  const dated = rateDayFault(validFrom, now)
  if (dated) throw new Unprocessable({ validFrom: dated })
  const pct = String(bp / 100)
  if (portalId) {
    const [found] = await rows(tx, sql`select 1 from portal where id = ${portalId} and deleted_at is null`)
    if (!found) throw new NotFound()
    await tx
      .insert(portalRate)
      .values({ portalId, key, validFrom, pct })
      .onConflictDoUpdate({
        target: [portalRate.portalId, portalRate.key, portalRate.validFrom],
        set: { pct },
      })
  } else {
    await tx.execute(sql.raw(defaultRatesStatement))
    const meaning = kind ?? (['default', 'igic', 'ipsi'].includes(key) ? 'vat' : 'commission')
    await tx
      .insert(rate)
      .values({ key, validFrom, kind: meaning, pct })
      .onConflictDoUpdate({ target: [rate.key, rate.validFrom], set: { pct, kind: meaning } })
  }
  return { key, bp, validFrom, past: isPastDay(validFrom, now) }
}
