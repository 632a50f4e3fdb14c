import { html, raw } from 'hono/html'
import type { Locale } from '#platform/constants.ts'
import { drawnGoods } from './drawings-of-goods.ts'
import type { Html } from './html.ts'
import type { ProductPageData } from './page-data.ts'
import { type Goods, isToCome, type ProductDetail } from './product-data.ts'
import { productLd } from './product-ld.ts'
import { addressOf, languages, type Part, type Surroundings } from './render-page.ts'
import { inLanguage, longDate, pathIn, price, productPath, say, today } from './words.ts'

interface Context {
  data: ProductPageData
  locale: Locale
  /** What the fan has chosen among its variants. */
  chosen: Goods | undefined
}

/** The page where fans look at a product, choose its size and colour and go to the shop. */
export function productPart(
  data: ProductPageData,
  locale: Locale,
  around: Surroundings,
  variantId: string | undefined,
): Part {
  const { portal, product } = data
  const chosen = product.goods.find(({ id }) => id !== null && id === variantId)
  const context = { data, locale, chosen }
  const name = inLanguage(product.name, locale)
  const path = productPath(product.id)
  const here = addressOf(data, around, locale, path)
  const words = product.description
    ? inLanguage(product.description, locale)
    : say(locale, 'product.description', { name, price: priceOf(context), portal: portal.name })
  const picture = product.pictureUrl
    ? new URL(product.pictureUrl, here).href
    : addressOf(data, around, 'es', '/og.png')
  return {
    title: name,
    css: 'product',
    main: html`<header class="top"><a href="${pathIn(locale, `/${portal.customUrl}`)}">${say(locale, 'product.back', { name: portal.name })}</a>${languages(data, locale, productPath(product.id, chosen?.id))}</header><main class="item" id="content">${pictures(product, name, locale)}<div class="buy" id="buy"><h1 dir="auto">${name}</h1>${buying(context)}${described(product, locale)}</div></main>`,
    told: {
      path,
      type: 'product',
      description: short(words),
      picture: html`<meta property="og:image" content="${picture}"><meta property="product:price:amount" content="${(product.priceCents / 100).toFixed(2)}"><meta property="product:price:currency" content="EUR">`,
      ld: productLd(data, locale, here, picture),
      found: true,
    },
  }
}

const short = (text: string) =>
  (text.length <= 160 ? text : `${text.slice(0, 157).trimEnd()}…`).replace(/\s+/g, ' ')

/** Side by side, to be swiped; a drawing where there is none. */
function pictures({ pictures: all, category }: ProductDetail, name: string, locale: Locale): Html {
  if (all.length === 0) return html`<div class="pics"><span class="pic">${drawnGoods(category)}</span></div>`
  const shown = all.map(
    ({ url, alt }, at) =>
      html`<li><img src="${url}" alt="${alt || name}" width="800" height="800" ${raw(at === 0 ? 'fetchpriority="high"' : 'loading="lazy" decoding="async"')}></li>`,
  )
  return all.length === 1
    ? html`<ul class="pics">${shown}</ul>`
    : html`<ul class="pics many" tabindex="0" aria-label="${say(locale, 'product.pictures', { name })}">${shown}</ul>`
}

/** "24 €", or "desde 24 €" while nothing is chosen among what costs differently. */
function priceOf({ data: { product }, locale, chosen }: Context): string {
  if (chosen || !product.from) return price(chosen?.priceCents ?? product.priceCents, locale)
  return say(locale, 'product.from', { price: price(product.priceCents, locale) })
}

/** What it costs, what there is of it, and the one button. */
function buying(context: Context): Html {
  const { data, locale } = context
  const { product } = data
  const taxed = product.taxClass !== 'exempt'
  const later = isToCome(product)
  const closes = product.format === 'limited' && product.closesOn !== null && product.closesOn >= today()
  return html`<p class="pr"><b>${priceOf(context)}</b>${taxed ? html` <small>${say(locale, 'product.taxIncluded')}</small>` : ''}</p>${
    later
      ? html`<p>${say(locale, 'product.releaseOn', { date: longDate(product.releaseOn ?? '', locale) })}</p>`
      : ''
  }${
    closes
      ? html`<p>${say(locale, 'product.closesOn', { date: longDate(product.closesOn ?? '', locale) })}</p>`
      : ''
  }${choices(context, 'size')}${choices(context, 'colour')}${wayOut(context, later)}`
}

/** The sizes or the colours. Each leads to this page with it chosen, beside what is chosen already. */
function choices({ data, locale, chosen }: Context, of: 'size' | 'colour'): Html {
  const { portal, product } = data
  const other = of === 'size' ? 'colour' : 'size'
  const values = [...new Set(product.goods.flatMap((one) => one[of] ?? []))]
  if (values.length === 0) return html``
  const options = values.map((value) => {
    const such = product.goods.filter((one) => one[of] === value)
    const beside = chosen ? such.filter((one) => one[other] === chosen[other]) : such
    const some = beside.length > 0 ? beside : such
    const one = some.find(({ soldOut }) => !soldOut) ?? some[0]
    const current = chosen?.[of] === value ? raw(' aria-current="true"') : ''
    const path = pathIn(locale, `/${portal.customUrl}${productPath(product.id, one?.id)}`)
    // What is sold out can be asked for.
    if (!one || one.soldOut)
      return html`<li><a class="off" href="${path}#buy" rel="nofollow"${current}><s>${value}</s> <small>${say(locale, 'product.soldOut')}</small></a></li>`
    return html`<li><a href="${path}#buy" rel="nofollow"${current}>${value}</a></li>`
  })
  const id = `choose-${of}`
  return html`<section class="opts" aria-labelledby="${id}"><h2 id="${id}">${say(locale, `product.${of}`)}</h2><ul>${options}</ul></section>`
}

/** The button to the main shop, and quieter ways to the others; what cannot be bought says so. */
function wayOut(context: Context, later: boolean): Html {
  const { product } = context.data
  const { locale, chosen } = context
  if (chosen ? chosen.soldOut : product.soldOut)
    return html`<p class="sold"><b>${say(locale, 'product.soldOut')}</b></p>${notifyMe(context)}`
  const [main, ...others] = product.offers[chosen?.id ?? ''] ?? []
  if (!main) return html`<p class="sold">${say(locale, 'product.notYet')}</p>`
  const press = say(locale, later ? 'product.presaveAt' : 'product.buyAt', { shop: main.shop })
  return html`<p class="act"><a class="btn" href="/go/${main.id}" rel="noopener nofollow">${press}</a></p>${
    others.length > 0
      ? html`<p class="else">${say(locale, 'product.alsoAt')} ${others.map(
          ({ id, shop }, at) =>
            html`${at > 0 ? ' · ' : ''}<a href="/go/${id}" rel="noopener nofollow"><u>${shop}</u></a>`,
        )}</p>`
      : ''
  }<p class="note">${say(locale, product.category === 'digital' || product.format === 'digital' ? 'product.download' : 'product.shipping')}</p>`
}

/** Whoever wants it is told when it is back; what closes for good, or came in one edition that is over, is not asked for. */
function notifyMe({ data: { portal, product }, locale, chosen }: Context): Html {
  const isOver = product.format === 'limited' && product.closesOn !== null && product.closesOn < today()
  if (isOver) return html``
  const goods = `${product.id}${chosen?.id ? `/${chosen.id}` : ''}`
  return html`<form class="presave" method="post" action="${pathIn(locale, `/${portal.customUrl}/restock/${goods}`)}"><label for="restock">${say(locale, 'restock.email')}</label><input id="restock" name="email" type="email" required maxlength="254" autocomplete="email"><label class="yes"><input type="checkbox" name="consent" value="yes" required> <span>${say(locale, 'restock.consent', { holder: portal.name })}</span></label><a href="${pathIn(locale, `/${portal.customUrl}/privacy`)}"><u>${say(locale, 'presave.more')}</u></a><button class="btn">${say(locale, 'restock.send')}</button></form>`
}

/** An empty line parts paragraphs. */
const described = ({ description }: ProductDetail, locale: Locale): Html =>
  description
    ? html`<div class="text">${inLanguage(description, locale)
        .split(/\n\s*\n/)
        .map((paragraph) => html`<p dir="auto">${paragraph}</p>`)}</div>`
    : html``
