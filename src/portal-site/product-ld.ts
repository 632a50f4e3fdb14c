import { currency, type Locale } from '#platform/constants.ts'
import type { ProductPageData } from './page-data.ts'
import type { Goods } from './product-data.ts'
import { availabilityOf, ldText } from './schema-words.ts'
import { inLanguage } from './words.ts'

/** What a product's page says to machines: one offer a variant, none while no shop sells it. */
export function productLd(
  { portal, product }: ProductPageData,
  locale: Locale,
  here: string,
  picture: string,
): string {
  const name = inLanguage(product.name, locale)
  const offer = (one: Goods) => ({
    '@type': 'Offer',
    ...(one.id ? { name: [name, one.size, one.colour].filter(Boolean).join(' · ') } : {}),
    url: one.id ? `${here}/${one.id}` : here,
    price: (one.priceCents / 100).toFixed(2),
    priceCurrency: currency,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price: (one.priceCents / 100).toFixed(2),
      priceCurrency: currency,
      valueAddedTaxIncluded: true,
    },
    availability: availabilityOf(product, one.soldOut),
    ...(product.format === 'presave' && product.releaseOn ? { availabilityStarts: product.releaseOn } : {}),
    ...(product.format === 'limited' && product.closesOn ? { availabilityEnds: product.closesOn } : {}),
  })
  return ldText({
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': `${here}#product`,
    name,
    url: here,
    ...(product.description ? { description: inLanguage(product.description, locale) } : {}),
    ...(product.sku ? { sku: product.sku } : {}),
    image:
      product.pictures.length > 0 ? product.pictures.map(({ url }) => new URL(url, here).href) : [picture],
    brand: { '@type': 'MusicGroup', name: portal.name },
    ...(product.buyable ? { offers: product.goods.map(offer) } : {}),
  })
}
