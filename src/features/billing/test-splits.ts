import type { Failure, Result } from '#client.ts'
import { shopifyOrder } from '#features/connectors/test-orders.ts'
import type { Database } from '#platform/db.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { accounts, portals } from '#testing/world/cast.ts'
import { accrueSales } from './server/accrue-sales.ts'
import { books } from './test-bills.ts'
import { at, shopSecret } from './test-shop-sales.ts'

export const portalId = portals.ninoLobo.id
export const today = formatDay(dayOf(Date.now()))
export const thisMonth = formatDay(startOfMonth(dayOf(Date.now())))
const pdf = Buffer.from('%PDF-1.4\n%%EOF').toString('base64')
/** A document of a cost. */
export const file = { name: 'prensado.pdf', content: pdf }
/** Whose things are shared, and with whom. */
export const [artist, label, third] = [
  accounts.ninoLobo.id,
  accounts.bajamar.id,
  accounts.orquestaPoniente.id,
]

/** Which fields of what was sent are refused. */
export const fieldsOf = (result: Result<unknown>) => {
  const { error } = result as Failure
  return typeof error === 'object' ? Object.keys(error.fields ?? {}) : []
}

/** A shop whose orders are owed from long ago; its connector. */
export async function openShop(database: Database): Promise<string> {
  const owner = await as(database, 'artist')
  const staff = await as(database, 'billing')
  const { connector } = ok(
    await owner.connectors.createConnector({
      ...{ portalId, kind: 'shopify', name: 'Tienda', secret: shopSecret },
    }),
  )
  ok(
    await staff.connectors.updateOwedFrom(
      { portalId, connectorId: connector.id, owedFrom: '2020-01-01' },
      { version: connector.version },
    ),
  )
  return connector.id
}
export async function addProduct(database: Database, sku: string) {
  const staff = await as(database, 'staff')
  return ok(
    await staff.products.createProduct({
      ...{ portalId, name: { es: `Vinilo ${sku}` }, sku, category: 'album', format: 'limited' },
      ...{ priceCents: 2000, taxClass: 'general', editionUnits: 500 },
    } as never),
  )
}

let id = 9000
/** An order of one piece of a product, on a day. */
export const order = (sku: string, day: string, rest: Record<string, unknown> = {}) => {
  id++
  const sold = shopifyOrder(`#S${id}`, { id, ...at(day), ...rest })
  return { ...sold, line_items: sold.line_items.map((line) => ({ ...line, sku })) }
}

/** What each account has of a product's splits, in cents, before and after recouping; and the books. */
export async function sharedOf(database: Database, productId: string) {
  await accrueSales(database)
  const found = await database.query<{ account_id: string; earned: string; recouped: string }>(
    `select account_id, coalesce(sum(amount_cents) filter (where micros is not null), 0) as earned,
       coalesce(sum(amount_cents) filter (where "from" = 'recouped'), 0) as recouped
     from ledger_entry e join split s on s.id = e.split_id where s.product_id = $1 group by 1`,
    [productId],
  )
  const of = (account: string) => {
    const row = found.find(({ account_id }) => account_id === account)
    return [Number(row?.earned ?? 0), Number(row?.recouped ?? 0)]
  }
  return { artist: of(artist), label: of(label), third: of(third) }
}
export const sum = (cents: readonly number[]) => cents.reduce((all, one) => all + one, 0)
/** The sum of all books. */
export const zero = async (database: Database) =>
  (await books(database)).reduce((all, { cents }) => all + Number(cents), 0)

export const parties = [
  { accountId: artist, shareBp: 5_000 },
  { accountId: label, shareBp: 3_000 },
  { accountId: third, shareBp: 2_000 },
]
