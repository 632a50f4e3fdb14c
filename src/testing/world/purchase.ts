import type { purchaseAddress } from '#features/products/server/table.ts'
import type { BilingualText } from '#platform/table.ts'
import { type PortalKey, portals } from './cast.ts'
import type { WorldProduct } from './catalogue.ts'
import { worldId } from './random.ts'

type Address = typeof purchaseAddress.$inferInsert

const handleOf = (portal: PortalKey) => portals[portal].customUrl.replaceAll('-', '')
const official = 'Tienda oficial'

/**
 * Where fans buy what the portals sell: each at its own shop, with an address for each size where it has sizes, records at
 * a second shop too. Casa Cal has not written its addresses yet.
 */
export function makePurchaseAddresses(products: readonly WorldProduct[]): Address[] {
  return products
    .filter(({ portal }) => portal !== 'casaCal')
    .flatMap(({ id: productId, portal, sku, category, variants }) => {
      const url = `https://tienda.${handleOf(portal)}.es/${sku.toLowerCase()}`
      const one = (shop: string, address: string, position: number, variantId: string | null = null) => ({
        portalId: portals[portal].id,
        id: worldId(`purchase address ${sku} ${shop} ${variantId ?? ''}`),
        ...{ productId, variantId, shop, url: address, position },
      })
      return [
        one(official, url, 0),
        ...(category === 'album' || category === 'digital'
          ? [one('Bandcamp', `https://${handleOf(portal)}.bandcamp.com/merch/${sku.toLowerCase()}`, 1)]
          : []),
        ...variants.map(({ id, size }) => one(official, `${url}?talla=${size}`, 0, id)),
      ]
    })
}

/** The record that can be bought before it is out. */
export const presaveAddress = (): Address => ({
  portalId: portals.oxidoYSal.id,
  id: worldId('purchase address OXIDO-PRE1'),
  productId: worldId('product OXIDO-PRE1'),
  shop: official,
  url: `https://tienda.${handleOf('oxidoYSal')}.es/dique-seco`,
  position: 0,
})

const texts: Record<string, [es: string, en: string]> = {
  LP: [
    'Vinilo de 140 gramos con funda interior impresa.\n\nIncluye código de descarga.',
    '140 gram vinyl with a printed inner sleeve.\n\nWith a download code.',
  ],
  CD: ['Digipack de tres cuerpos con libreto.', 'Three-panel digipak with a booklet.'],
  CAS: ['Casete con carátula desplegable.', 'Cassette with a fold-out cover.'],
  CAM: [
    'Algodón orgánico de 180 gramos, serigrafiada a mano.\n\nSe lava del revés, a 30 grados.',
    '180 gram organic cotton, screen-printed by hand.\n\nWash inside out at 30 degrees.',
  ],
  SUD: ['Con capucha y bolsillo, interior afelpado.', 'With hood and pocket, brushed inside.'],
  FAN: ['Cuarenta páginas grapadas, en dos tintas.', 'Forty stapled pages in two inks.'],
}

/** What fans read of a product; not all have a text, as happens. */
export function describe({ kind }: Pick<WorldProduct, 'kind'>): BilingualText | null {
  const [es, en] = texts[kind] ?? []
  return es && en ? { es, en } : null
}
