import { and, eq } from 'drizzle-orm'
import { blank, blankVariant } from '#features/products/server/blank-table.ts'
import type { product } from '#features/products/server/table.ts'
import { stock, stockMovement } from '#features/stocks/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { type PortalKey, portals } from './cast.ts'
import type { WorldProduct } from './catalogue.ts'
import { nextRecord, pictureUrl } from './pictures.ts'
import { worldId } from './random.ts'

type Product = typeof product.$inferInsert
const dayMs = 86_400_000

/** Products that are not simply on sale: to come, in the making, taken out; none of them was ever sold. */
export function rareProducts(now: Date, pictures: boolean): Product[] {
  const of = (
    portal: PortalKey,
    sku: string,
    es: string,
    en: string | undefined,
    words: Partial<Product>,
  ) => ({
    portalId: portals[portal].id,
    id: worldId(`product ${sku}`),
    sku,
    name: en ? { es, en } : { es },
    category: 'album' as const,
    taxClass: 'general',
    ...words,
  })
  const shown = (portal: PortalKey) =>
    pictures ? { pictureUrls: [pictureUrl(portal, nextRecord)], pictureAlts: ['Portada del disco'] } : {}
  const inMonths = (days: number) => formatDay(dayOf(now.getTime()) + days)
  return [
    of('oxidoYSal', 'OXIDO-PRE1', 'Vinilo «Dique seco» en preventa', '“Dry dock” vinyl, pre-order', {
      ...{ format: 'presave', status: 'active', priceCents: 2690, costCents: 1130, releaseOn: inMonths(30) },
      ...shown('oxidoYSal'),
    }),
    of('mareaHonda', 'MAREA-CAM2', 'Camiseta «Ría arriba»', undefined, {
      ...{ category: 'apparel', format: 'onDemand', status: 'draft', taxClass: null },
    }),
    of('mareaHonda', 'MAREA-LP2', 'Vinilo «Ría arriba»', '“Upriver” vinyl', {
      ...{ format: 'limited', status: 'draft', priceCents: 2690, costCents: 1130 },
    }),
    of('tiasSolteras', 'TIAS-PRE1', 'Vinilo «Mantel de hule»', undefined, {
      ...{ format: 'presave', status: 'draft', priceCents: 2690 },
    }),
    of('tiasSolteras', 'TIAS-DIG3', 'Cancionero «Mantel de hule»', undefined, {
      ...{
        category: 'digital',
        format: 'digital',
        status: 'draft',
        priceCents: 600,
        taxClass: 'superReduced',
      },
    }),
    of('juliaArrecife', 'JULIA-TAL1', 'Taller de composición', 'Songwriting workshop', {
      ...{ category: 'culture', format: 'limited', status: 'draft', priceCents: 4500, taxClass: 'exempt' },
      editionUnits: 20,
    }),
    of('tercerAnfiteatro', 'TERCER-GOR1', 'Gorra «Segundo acto»', '“Second act” cap', {
      ...{ category: 'accessory', format: 'limited', status: 'archived', priceCents: 2200, costCents: 890 },
      ...{ editionUnits: 100, ...shown('tercerAnfiteatro') },
    }),
    of('tercerAnfiteatro', 'TERCER-ENT1', 'Entrada y disco', 'Ticket and record', {
      ...{
        category: 'culture',
        format: 'limited',
        status: 'archived',
        priceCents: 3200,
        taxClass: 'reduced',
      },
      ...{ editionUnits: 80, ...shown('tercerAnfiteatro') },
    }),
  ]
}

/** A blank that is made when it is ordered, and one that its supplier has given up; no product is made on either. */
export async function insertRareBlanks(tx: Tx): Promise<void> {
  const id = worldId('blank LB-30')
  await tx
    .insert(blank)
    .values({ id, name: 'Pañuelo liso', type: 'Blanks', supplier: 'Lonas Besaya', reference: 'LB-30' })
    .onConflictDoNothing()
  const one = (colour: string, supply: 'onDemand' | 'discontinued', position: number) => ({
    id: worldId(`blank LB-30 ${colour}`),
    ...{ blankId: id, colour, costCents: 160, supply, position },
  })
  await tx
    .insert(blankVariant)
    .values([one('Crudo', 'onDemand', 0), one('Teja', 'discontinued', 1)])
    .onConflictDoNothing()
}

type Movement = Pick<typeof stockMovement.$inferInsert, 'kind' | 'units' | 'note'>
const week: Movement[] = [
  { kind: 'sale', units: -4, note: 'Mesa del concierto del sábado' },
  { kind: 'return', units: 1, note: 'No le gustó' },
  { kind: 'production', units: 20, note: 'Segunda tirada' },
  { kind: 'transfer', units: -5, note: 'A la tienda de la sala' },
  { kind: 'shop', units: 6, note: 'Tienda oficial' },
  { kind: 'note', units: 0, note: 'Caja 3, estante de arriba' },
]

/** Everything that can happen to goods, at one stock of each of two portals; its last entry is what is there now. */
export async function insertRareMovements(
  tx: Tx,
  products: readonly WorldProduct[],
  now: Date,
): Promise<void> {
  for (const key of ['tercerAnfiteatro', 'oxidoYSal'] as const) {
    const found = products.find(({ portal, format }) => portal === key && format === 'limited')
    if (!found) continue
    const of = and(eq(stock.portalId, portals[key].id), eq(stock.id, found.id))
    const [row] = await tx.select().from(stock).where(of)
    if (!row) continue
    let onHand = row.onHand
    const rows = week.map((one, at) => {
      onHand += one.units
      return {
        ...{ portalId: row.portalId, id: worldId(`movement ${key} ${at}`), stockId: row.id, ...one },
        ...{ onHandAfter: onHand, committedAfter: row.committed },
        at: new Date(now.getTime() - (4 - at * 0.5) * dayMs),
      }
    })
    const made = await tx
      .insert(stockMovement)
      .values(rows)
      .onConflictDoNothing()
      .returning({ id: stockMovement.id })
    // Made again, they are there already.
    if (made.length > 0) await tx.update(stock).set({ onHand }).where(of)
  }
}
