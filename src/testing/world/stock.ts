import { blank, blankVariant } from '#features/products/server/blank-table.ts'
import { stock, stockMovement } from '#features/stocks/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { portals } from './cast.ts'
import type { WorldProduct } from './catalogue.ts'
import { randomFrom, worldId } from './random.ts'

const colours = ['Negro', 'Crudo'] as const
const sizes = ['S', 'M', 'L', 'XL', 'XXL'] as const

/** What the catalogue's on-demand products are made on: part of the SKU → blank. */
const blanks = [
  {
    kind: 'CAM',
    name: 'Camiseta Creator',
    type: 'Ropa',
    supplier: 'Algodones Turia',
    reference: 'AT-150',
    cost: 410,
    sizes,
  },
  {
    kind: 'SUD',
    name: 'Sudadera Cruiser',
    type: 'Ropa',
    supplier: 'Algodones Turia',
    reference: 'AT-350',
    cost: 1180,
    sizes,
  },
  {
    kind: 'BOL',
    name: 'Bolsa de algodón',
    type: 'Accesorios',
    supplier: 'Lonas Besaya',
    reference: 'LB-12',
    cost: 190,
    sizes: [''],
  },
  {
    kind: 'LIB',
    name: 'Cuaderno cosido A5',
    type: 'Cultura',
    supplier: 'Papeles Henares',
    reference: 'PH-A5',
    cost: 230,
    sizes: [''],
  },
] as const

/** The blanks with their colours and sizes; one size of one colour has run out, and one stands in for another. */
export async function insertBlanks(tx: Tx): Promise<void> {
  const rows = blanks.map(({ name, type, supplier, reference }) => ({
    id: worldId(`blank ${reference}`),
    name,
    type,
    supplier,
    reference,
  }))
  await tx.insert(blank).values(rows).onConflictDoNothing()
  const variants = blanks.flatMap(({ reference, cost, sizes: all }) =>
    colours.flatMap((colour, row) =>
      all.map((size, column) => {
        const out = reference === 'AT-350' && size === 'XXL'
        const replaced = reference === 'AT-150' && colour === 'Crudo' && size === 'XXL'
        return {
          id: worldId(`blank ${reference} ${colour} ${size}`),
          blankId: worldId(`blank ${reference}`),
          size,
          colour,
          costCents: cost + column * 20,
          supply: out ? ('supplierOut' as const) : replaced ? ('alternative' as const) : ('inStock' as const),
          alternativeId: replaced ? worldId('blank AT-150 Negro XXL') : null,
          position: row * all.length + column,
        }
      }),
    ),
  )
  await tx.insert(blankVariant).values(variants).onConflictDoNothing()
}

/** The blank that a product of the catalogue is made on; null for what is not made on one. */
export function blankOf({ sku, format }: Pick<WorldProduct, 'sku' | 'format'>): string | null {
  const found = blanks.find(({ kind }) => format === 'onDemand' && sku.includes(`-${kind}`))
  return found ? worldId(`blank ${found.reference}`) : null
}

/** A count of everything limited, some goods on their way, here and there little left, and one sold out. */
export async function insertStock(tx: Tx, products: readonly WorldProduct[], now: Date): Promise<void> {
  const random = randomFrom('stock')
  const at = new Date(now.getTime() - 6 * 86_400_000)
  const limited = products.filter(({ format }) => format === 'limited')
  const rows = limited.map((one, index) => {
    const low = index % 7 === 3
    const left = low ? random.between(2, 9) : random.between(25, 320)
    const committed = low ? 1 : random.between(0, 6)
    // More was sold than there is.
    const gone = one.sku === `${portals.hotelLevante.code}-GOR1`
    const onHand = gone ? 2 : left
    const id = one.id
    return {
      portalId: portals[one.portal].id,
      id,
      productId: one.id,
      onHand,
      committed: gone ? 5 : committed,
      incoming: low ? 100 : 0,
      safety: 2,
      lowAt: 10,
      version: 1,
    }
  })
  await tx.insert(stock).values(rows).onConflictDoNothing()
  const movements = rows.flatMap((row) => {
    const shared = { portalId: row.portalId, stockId: row.id, committedAfter: row.committed }
    const counted = row.onHand + 3
    return [
      {
        ...shared,
        id: worldId(`count ${row.id}`),
        kind: 'count' as const,
        units: counted,
        committed: row.committed,
        onHandAfter: counted,
        note: 'Recuento de almacén',
        at,
      },
      {
        ...shared,
        id: worldId(`damage ${row.id}`),
        kind: 'damage' as const,
        units: -3,
        onHandAfter: row.onHand,
        note: 'Esquinas golpeadas',
        at: new Date(at.getTime() + 86_400_000),
      },
    ]
  })
  await tx.insert(stockMovement).values(movements).onConflictDoNothing()
}
