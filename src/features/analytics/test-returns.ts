import { importLines } from '#features/orders/server/import-orders.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import type { Database } from '#platform/db.ts'
import { Big } from '#platform/money.ts'
import { addEdgeFacts } from '#testing/edge-facts.ts'
import { portals } from '#testing/world/cast.ts'

const { ninoLobo } = portals
/** The days of what is told below. */
export const days = { f: '2021-05-01', t: '2021-05-31' }
export type Kind = 'sale' | 'refund' | 'cancellation'
interface Told {
  order: string
  kind: Kind
  day: string
  units: number
  net: number
  sku: string
  country?: string
}
const told: Told[] = []
const line = (
  order: string,
  kind: Kind,
  day: string,
  units: number,
  net: number,
  sku: string,
  country = 'ES',
) => told.push({ order, kind, day, units, net, sku, country })

// Two of three paid back in parts; a third of a price; all of one, and then it is cancelled; what was sold before the days;
// what came back after them; what comes back of nothing that is known.
line('parts', 'sale', '2021-05-03', 3, 50, 'NINO-TEE')
line('parts', 'refund', '2021-05-04', 0, -16.66, 'NINO-TEE')
line('parts', 'refund', '2021-05-09', 0, -16.67, 'NINO-TEE')
line('some', 'sale', '2021-05-03', 1, 30, 'NINO-TEE', 'FR')
line('some', 'refund', '2021-05-05', 0, -10, 'NINO-TEE', 'FR')
line('both', 'sale', '2021-05-03', 2, 40, 'NINO-LP')
line('both', 'refund', '2021-05-06', 0, -20, 'NINO-LP')
line('both', 'cancellation', '2021-05-07', -2, -20, 'NINO-LP')
line('before', 'sale', '2021-04-20', 4, 40, 'NINO-LP', 'FR')
line('before', 'refund', '2021-04-22', 0, -10, 'NINO-LP', 'FR')
line('before', 'refund', '2021-05-31', 0, -30, 'NINO-LP', 'FR')
line('later', 'sale', '2021-05-31', 1, 9, 'NINO-CD')
line('later', 'cancellation', '2021-06-01', -1, -9, 'NINO-CD')
line('unit', 'sale', '2021-05-10', 2, 20, 'NINO-CD')
line('unit', 'refund', '2021-05-11', -1, -10, 'NINO-CD')
line('unit', 'refund', '2021-05-12', 0, -10, 'NINO-CD')
line('free', 'sale', '2021-05-08', 1, 0, 'NINO-CD')

/** The embedded world's SKUs of three goods, so that two are variants of one product. */
async function names(database: Database) {
  const found = await database.query<{ sku: string; product: string }>(
    `select v.sku, p.id as product from variant v join product p on p.portal_id = v.portal_id and p.id = v.product_id
      where p.portal_id = $1 order by p.id, v.position`,
    [ninoLobo.id],
  )
  const [first] = found
  const [one, two] = found.filter(({ product }) => product === first?.product)
  return {
    'NINO-TEE': one?.sku ?? '',
    'NINO-LP': two?.sku ?? '',
    'NINO-CD': 'NOBODY',
    product: first?.product ?? '',
  }
}

/** Has all of it sold and brought back; answers what its SKUs are, and the product of two of them. */
export async function addReturns(database: Database) {
  const of = await names(database)
  await addEdgeFacts(database)
  const ordinals = new Map<string, number>()
  const lines = told.map(({ order, kind, day, units, net, sku, country }) => {
    const at = (ordinals.get(`${order} ${kind}`) ?? 0) + 1
    ordinals.set(`${order} ${kind}`, at)
    const sale = told.find((one) => one.order === order && one.kind === 'sale')
    return {
      ...{
        row: 0,
        portalKey: ninoLobo.code,
        externalId: order,
        kind,
        units,
        currency: 'EUR',
        scale: 2,
        country,
      },
      ordinal: kind === 'sale' ? 1 : 1 + (at - 1) * 100_000,
      at: Date.parse(`${day}T10:00:00Z`),
      placedAt: Date.parse(`${sale?.day}T10:00:00Z`),
      ...{ sku: of[sku as 'NINO-LP'], name: sku, gross: new Big(kind === 'sale' ? net : 0) },
      ...{ net: new Big(net), tax: new Big(0) },
    }
  })
  await importLines(database, 'returns', { by: 'portal', create: false }, lines, {
    secret: Buffer.alloc(32),
  })
  await rollWaitingBatches(database)
  return of
}
