import type { Product, ProductDraft } from '../contract.ts'
import { mapPlain, type PlainKey } from '../plain-fields.ts'
import type { FigureColumn, ProductRecord } from './read-product-file.ts'

type Variants = NonNullable<ProductDraft['variants']>

/** A product as a draft: what an edit that changes nothing would send. */
export const draftOfProduct = (product: Product): ProductDraft => ({
  name: product.name,
  description: product.description,
  sku: product.sku,
  category: product.category,
  format: product.format,
  priceCents: product.priceCents,
  costCents: product.costCents,
  ...(mapPlain((key) => product[key]) as Pick<Product, PlainKey>),
  pictures: product.pictures,
  blankId: product.blank?.id ?? null,
  purchaseAddresses: product.purchaseAddresses,
  variants: product.variantRows,
})

/** Would writing the draft change nothing? */
export const sameDraft = (product: Product, draft: ProductDraft): boolean =>
  canonical(draftOfProduct(product)) === canonical(draft)

const canonical = ({ name, description, pictures, variants, ...rest }: ProductDraft) =>
  JSON.stringify([
    name.es,
    name.en ?? '',
    description?.es ?? '',
    description?.en ?? '',
    Object.entries(rest)
      .map(([key, value]) => [key, value ?? null])
      .sort(),
    (pictures ?? []).map(({ url, alt }) => [url, alt ?? '']),
    (variants ?? []).map(({ id, size, colour, sku, priceCents, purchaseAddresses }) => [
      id,
      size || null,
      colour || null,
      sku || null,
      priceCents ?? null,
      purchaseAddresses ?? [],
    ]),
  ])

/** What a file's rows make of a product: cells that are empty leave what is known. Shapes are checked afterwards. */
export function draftFrom(
  records: readonly ProductRecord[],
  known: Product | undefined,
  blankOf: (reference: string) => string | undefined,
): unknown {
  const { cells = {}, figures = {} } = records[0] ?? {}
  const before = known && draftOfProduct(known)
  const english = cells.nameEn ?? before?.name.en
  const described = cells.descriptionEs ?? before?.description?.es
  const describedInEnglish = cells.descriptionEn ?? before?.description?.en
  return {
    name: { es: cells.nameEs ?? before?.name.es ?? '', ...(english ? { en: english } : {}) },
    description:
      described === undefined && describedInEnglish === undefined
        ? null
        : { es: described ?? '', ...(describedInEnglish ? { en: describedInEnglish } : {}) },
    sku: cells.sku ?? before?.sku ?? null,
    category: cells.category ?? before?.category,
    format: cells.format ?? before?.format,
    priceCents: figures.price ?? before?.priceCents ?? 0,
    costCents: figures.cost ?? before?.costCents ?? 0,
    ...mapPlain(
      (key, { kind }) =>
        (kind === 'whole' ? figures[key as FigureColumn] : cells[key]) ?? before?.[key] ?? null,
    ),
    pictures: cells.pictures ? picturesOf(cells.pictures, known) : (before?.pictures ?? []),
    blankId: cells.blank ? (blankOf(cells.blank) ?? null) : (before?.blankId ?? null),
    purchaseAddresses: cells.purchaseAddresses
      ? addressesOf(cells.purchaseAddresses)
      : (before?.purchaseAddresses ?? []),
    variants: variantsOf(records, before?.variants ?? []),
  }
}

function picturesOf(cell: string, known: Product | undefined) {
  return cell
    .split(/[\s|]+/)
    .filter(Boolean)
    .map((url) => ({ url, alt: known?.pictures.find((one) => one.url === url)?.alt ?? '' }))
}

/** "Shop https://… | Other shop https://…": the address is the last word. Shapes are checked afterwards. */
const addressesOf = (cell: string) =>
  cell
    .split(/\s\|\s/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [url = ''] = /\S+$/.exec(part) ?? []
      return { shop: part.slice(0, part.length - url.length).trim(), url }
    })

/** Those that are there, changed by the rows of their size and colour, then the new ones. */
function variantsOf(records: readonly ProductRecord[], present: Variants): Variants {
  const variants = present.map((variant) => ({ ...variant }))
  for (const { cells, figures } of records) {
    const { size = null, colour = null, variantSku, variantPurchaseAddresses } = cells
    if (size === null && colour === null && !variantSku) continue
    const price = figures.variantPrice
    const purchaseAddresses = variantPurchaseAddresses ? addressesOf(variantPurchaseAddresses) : undefined
    const found = variants.find(
      (one) =>
        (one.size ?? '').toLowerCase() === (size ?? '').toLowerCase() &&
        (one.colour ?? '').toLowerCase() === (colour ?? '').toLowerCase(),
    )
    if (!found)
      variants.push({
        size,
        colour,
        sku: variantSku ?? null,
        priceCents: price ?? null,
        ...(purchaseAddresses ? { purchaseAddresses } : {}),
      })
    else {
      if (variantSku) found.sku = variantSku
      if (price !== undefined) found.priceCents = price
      if (purchaseAddresses) found.purchaseAddresses = purchaseAddresses
    }
  }
  return variants
}
