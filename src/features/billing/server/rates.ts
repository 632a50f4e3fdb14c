import { sql } from 'drizzle-orm'
import { owedIn } from '#features/orders/server/owed-from.ts'
import { commissionKeySql, defaultRatesStatement } from '#features/products/server/rates.ts'
import { portalRate, type RateKey, rate } from '#features/products/server/table.ts'
import { rows, type Tx } from '#platform/db.ts'
import { AppError, NotFound } from '#platform/errors.ts'
import { microsToCents } from '#platform/money.ts'
import { number, select } from '#platform/select.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { dayFault, todayPlus } from '#platform/windows.ts'

interface Columns {
  key: RateKey
  kind: 'vat' | 'commission'
  bp: number
  valid_from: string
  portal_id: string | null
  portal_name: string | null
  current: boolean
}

/** All rates, common ones first, each key's newest first. */
export async function listRates(tx: Tx) {
  const found = await rows<Columns>(
    tx,
    sql`with every as (
        select key, kind, pct, valid_from, null::uuid as portal_id, null as portal_name from rate
        union all
        select r.key, coalesce((select c.kind from rate c where c.key = r.key order by c.valid_from desc limit 1), 'commission'),
          r.pct, r.valid_from, r.portal_id, p.name
        from portal_rate r join portal p on p.id = r.portal_id where p.deleted_at is null)
      select key, kind, round(pct * 100)::int as bp, valid_from::text, portal_id, portal_name,
        valid_from = max(valid_from) filter (where valid_from <= current_date) over (partition by key, portal_id) as current
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
  }
}

interface RateDraft {
  key: RateKey
  bp: number
  validFrom: string
  portalId?: string | null | undefined
  kind?: 'vat' | 'commission' | undefined
}

/** Before there were shops nothing was sold; laws and contracts are known two years ahead, not a century. */
const earliest = '1995-01-01'
const aheadDays = 731

/**
 * Sets a rate from a day on; what was made before keeps the rate that it was made with.
 * @throws AppError 422 by `validFrom` for a day that no rate begins on.
 */
export async function setRate(tx: Tx, { key, bp, validFrom, portalId, kind }: RateDraft, now: Date) {
  const dated = dayFault(validFrom, earliest, todayPlus(now, aheadDays))
  if (dated) throw new AppError(422, 'invalidInput', { fields: { validFrom: dated } })
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
  return { key, bp, validFrom }
}

const previewed = {
  portals: number(sql<string>`count(distinct l.portal_id)`),
  netMicros: number(sql<string>`coalesce(sum(l.net_micros), 0)`),
  commissionMicros: number(
    sql<string>`coalesce(sum(l.net_micros - round(l.net_micros * (1 - l.commission_pct / 100))), 0)`,
  ),
}

/**
 * What a commission would have come to on the sales of the month that is over, of all portals without a rate of their own, or
 * of one. Lines keep what they were made with: this changes nothing. @throws NotFound for no portal
 */
export async function previewRate(
  tx: Tx,
  { key, bp, portalId }: { key: RateKey; bp: number; portalId?: string | undefined },
  now: Date,
) {
  if (portalId) {
    const [found] = await rows(tx, sql`select 1 from portal where id = ${portalId} and deleted_at is null`)
    if (!found) throw new NotFound()
  }
  const month = formatDay(startOfMonth(dayOf(now.getTime()), -1))
  const own = sql`exists (select from portal_rate r where r.portal_id = l.portal_id and r.key = ${key}
    and r.valid_from <= ${month}::date)`
  const from = sql`order_line l where ${owedIn(sql`${month}`)} and ${sql.raw(commissionKeySql('l.category'))} = ${key}
    and ${portalId ? sql`l.portal_id = ${portalId}` : sql`not ${own}`}`
  const [row] = await select(
    tx,
    {
      ...previewed,
      wouldBeMicros: number(
        sql<string>`coalesce(sum(l.net_micros - round(l.net_micros * (1 - ${bp}::numeric / 10000))), 0)`,
      ),
    },
    from,
  )
  return {
    ...{ month, portals: row?.portals ?? 0, netCents: microsToCents(row?.netMicros ?? 0) },
    commissionCents: microsToCents(row?.commissionMicros ?? 0),
    wouldBeCents: microsToCents(row?.wouldBeMicros ?? 0),
  }
}
