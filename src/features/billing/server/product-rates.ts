import { type SQL, sql } from 'drizzle-orm'
import { productRate } from '#features/products/server/product-rate-table.ts'
import { unitsBefore } from '#features/products/server/rates.ts'
import { product } from '#features/products/server/table.ts'
import { rows, type Tx } from '#platform/db.ts'
import { type FieldError, NotFound, Unprocessable } from '#platform/errors.ts'
import { plain } from '#platform/like.ts'
import { number, select } from '#platform/select.ts'
import { dayFault, todayPlus } from '#platform/windows.ts'
import { maxRateSteps } from '../choices.ts'
import { isPastDay } from '../past-day.ts'
import type { ProductRate, Step } from '../rates-contract.ts'

/** Before there were shops nothing was sold; laws and contracts are known two years ahead, not a century. */
const earliest = '1995-01-01'
const aheadDays = 731

/** Why no rate begins on a day; undefined where one can. */
export const rateDayFault = (day: string, now: Date) => dayFault(day, earliest, todayPlus(now, aheadDays))

const columns = {
  portalId: sql<string>`r.portal_id`,
  portalName: sql<string>`p.name`,
  productId: sql<string>`r.product_id`,
  name: sql<{ es: string; en?: string }>`g.name`,
  validFrom: sql<string>`r.valid_from::text`,
  steps: sql<
    Step[] | null
  >`jsonb_agg(jsonb_build_object('fromUnits', r.from_units, 'bp', round(r.pct * 100)::int)
    order by r.from_units) filter (where r.pct is not null)`,
  current: sql<boolean>`r.valid_from = (select max(v.valid_from) from product_rate v where v.portal_id = r.portal_id
    and v.product_id = r.product_id and v.valid_from <= (now() at time zone 'Europe/Madrid')::date)`,
}

/** Products' own rates, by portal and product, the newest of each first. */
export async function productRates(tx: Tx, where: SQL): Promise<ProductRate[]> {
  const found = await select(
    tx,
    columns,
    sql`product_rate r join portal p on p.id = r.portal_id and p.deleted_at is null
      join product g on g.portal_id = r.portal_id and g.id = r.product_id
      where ${where} group by r.portal_id, p.name, r.product_id, g.name, r.valid_from
      order by ${plain(sql`p.name`)}, ${plain(sql`g.name->>'es'`)}, r.product_id, r.valid_from desc`,
  )
  return found.map(({ portalId, portalName, productId, name, validFrom, steps, current }) => ({
    ...{ portal: { id: portalId, name: portalName }, product: { id: productId, name } },
    ...{ validFrom, steps: steps ?? [], current: current === true },
  }))
}

/** What of a portal's catalogue can have a rate of its own, with what it has today and what it has sold. */
export async function listProductRates(tx: Tx, portalId: string) {
  const now = (await productRates(tx, sql`r.portal_id = ${portalId}`)).filter(({ current }) => current)
  const steps = new Map(now.map((one) => [one.product.id, one.steps]))
  const found = await select(
    tx,
    {
      id: product.id,
      name: product.name,
      soldUnits: number(sql<string>`${sql.raw(unitsBefore('product.portal_id', 'product.id', 'now()'))}`),
    },
    sql`product where portal_id = ${portalId} order by ${plain(sql`name->>'es'`)}, id`,
  )
  return { products: found.map((one) => ({ ...one, steps: steps.get(one.id) ?? [] })) }
}

/** Steps as an address has them: `0:2000,1000:1500`. @throws Unprocessable as `setProductRate` does */
export function readSteps(text: string): Step[] {
  const steps = text
    ? text.split(',').map((part) => {
        const [fromUnits = 0, bp = 0] = part.split(':').map(Number)
        return { fromUnits, bp }
      })
    : []
  const fault = stepsFault(steps)
  if (fault) throw new Unprocessable({ steps: fault })
  return steps
}

/** Steps go up from no unit sold on. */
function stepsFault(steps: readonly Step[]): FieldError | undefined {
  if (steps.length > maxRateSteps) return { code: 'billing.tooManySteps', params: { max: maxRateSteps } }
  if (steps.some(({ bp }) => bp > 10_000)) return { code: 'billing.stepPct' }
  if (steps.length > 0 && steps[0]?.fromUnits !== 0) return { code: 'billing.stepFirst' }
  const isNoHigher = (step: Step, at: number) =>
    steps.slice(0, at).some(({ fromUnits }) => step.fromUnits <= fromUnits)
  if (steps.some(isNoHigher)) return { code: 'billing.stepOrder' }
  return undefined
}

/** @throws NotFound for no product of the portal */
export async function productOf(tx: Tx, portalId: string, productId: string) {
  const [found] = await tx
    .select({ id: product.id, name: product.name, category: product.category })
    .from(product)
    .where(sql`${product.portalId} = ${portalId} and ${product.id} = ${productId}`)
  if (!found) throw new NotFound()
  return found
}

/**
 * Sets a product's own rate from a day on, or with no steps ends it. What was made before keeps the rate that it was made with.
 * @throws Unprocessable by field
 */
export async function setProductRate(
  tx: Tx,
  portalId: string,
  { productId, validFrom, steps }: { productId: string; validFrom: string; steps: readonly Step[] },
  now: Date,
): Promise<ProductRate> {
  await productOf(tx, portalId, productId)
  const fields: Record<string, FieldError> = {}
  const dated = rateDayFault(validFrom, now)
  if (dated) fields.validFrom = dated
  const fault = stepsFault(steps)
  if (fault) fields.steps = fault
  if (Object.keys(fields).length > 0) throw new Unprocessable(fields)
  // Imports hold the shared side of this lock: whether rates have steps is known when they begin.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sku ${portalId}`}, 0))`)
  await rows(
    tx,
    sql`delete from product_rate where portal_id = ${portalId} and product_id = ${productId} and valid_from = ${validFrom}::date`,
  )
  await tx.insert(productRate).values(
    steps.length > 0
      ? steps.map(({ fromUnits, bp }) => ({
          portalId,
          productId,
          validFrom,
          fromUnits,
          pct: String(bp / 100),
        }))
      : [{ portalId, productId, validFrom, fromUnits: 0, pct: null }],
  )
  const [set] = await productRates(
    tx,
    sql`r.portal_id = ${portalId} and r.product_id = ${productId} and r.valid_from = ${validFrom}::date`,
  )
  if (!set) throw new NotFound()
  return { ...set, past: isPastDay(validFrom, now) }
}
