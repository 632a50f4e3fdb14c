import { categoryOf } from '#features/products/server/woocommerce-products.ts'
import { Big } from '#platform/money.ts'
import { cut, plainText } from './plain-text.ts'
import { decimalOf, kindOf, skuOf, type ToldProduct } from './told-product.ts'

export interface PrintfulVariant {
  id: number
  name: string
  sku: string | null
  retail_price: string | null
  currency: string
  is_ignored: boolean
  size?: string | null
  color?: string | null
  product: { image: string; name: string }
  files: { type: string; preview_url: string | null; thumbnail_url: string | null }[]
}
export interface PrintfulProduct {
  sync_product: { id: number; name: string; thumbnail_url: string | null; is_ignored: boolean }
  sync_variants: PrintfulVariant[]
}

/** A product of a Printful store: printed when it is sold, so that nobody keeps a stock of it and no page sells it there. */
export function toldByPrintful({ sync_product: product, sync_variants }: PrintfulProduct): ToldProduct {
  const variants = sync_variants.filter(({ is_ignored }) => !is_ignored)
  const name = cut(plainText(product.name), 120) || String(product.id)
  const seen = new Set<string>()
  const drawn = variants.flatMap(({ files }) =>
    files.filter(({ type }) => type === 'preview').map(({ preview_url }) => preview_url),
  )
  const urls = new Set([...drawn, product.thumbnail_url].flatMap((url) => (url ? [url] : [])))
  return {
    foreignId: `product ${product.id}`,
    name,
    description: '',
    category: categoryOf([name, ...variants.slice(0, 1).map((one) => one.product.name)].join(' ')),
    digital: false,
    onDemand: true,
    active: false,
    taxed: true,
    vendor: '',
    tags: [],
    collections: [],
    pictures: [...urls].map((url) => ({ url, alt: name })),
    url: null,
    variants: variants.map((one) => {
      const sku = cut(one.sku ?? '', 200)
      const options = [
        { name: 'size', value: one.size ?? '' },
        { name: 'color', value: one.color ?? '' },
      ]
      return {
        foreignId: String(one.id),
        inventoryId: null,
        key: sku || cut(one.name, 200),
        sku: skuOf(sku),
        ...(variants.length > 1 ? kindOf(options, seen) : { size: null, colour: null }),
        price: new Big(decimalOf(one.retail_price ?? '')),
        left: null,
        url: null,
      }
    }),
  }
}
