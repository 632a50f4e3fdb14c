import type { Product, ProductDraft } from '../contract.ts'
import type { ProductRecord } from './read-product-file.ts'

type Variants = NonNullable<ProductDraft['variants']>

/** A product as a draft: what an edit that changes nothing would send. */
export const draftOfProduct = (product: Product): ProductDraft => ({
  name: product.name,
  sku: product.sku,
  category: product.category,
  format: product.format,
  priceCents: product.priceCents,
  costCents: product.costCents,
  taxClass: product.taxClass,
  pictures: product.pictures,
  blankId: product.blank?.id ?? null,
  releaseOn: product.releaseOn,
  editionUnits: product.editionUnits,
  closesOn: product.closesOn,
  fileUrl: product.fileUrl,
  variants: product.variantRows,
})

/** Would writing the draft change nothing? */
export const sameDraft = (product: Product, draft: ProductDraft): boolean =>
  canonical(draftOfProduct(product)) === canonical(draft)

const canonical = ({ name, pictures, variants, ...rest }: ProductDraft) =>
  JSON.stringify([
    name.es,
    name.en ?? '',
    Object.entries(rest)
      .map(([key, value]) => [key, value ?? null])
      .sort(),
    (pictures ?? []).map(({ url, alt }) => [url, alt ?? '']),
    (variants ?? []).map(({ id, size, colour, sku, priceCents }) => [
      id,
      size || null,
      colour || null,
      sku || null,
      priceCents ?? null,
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
  return {
    name: { es: cells.nameEs ?? before?.name.es ?? '', ...(english ? { en: english } : {}) },
    sku: cells.sku ?? before?.sku ?? null,
    category: cells.category ?? before?.category,
    format: cells.format ?? before?.format,
    priceCents: figures.price ?? before?.priceCents ?? 0,
    costCents: figures.cost ?? before?.costCents ?? 0,
    taxClass: cells.taxClass ?? before?.taxClass ?? null,
    pictures: cells.pictures ? picturesOf(cells.pictures, known) : (before?.pictures ?? []),
    blankId: cells.blank ? (blankOf(cells.blank) ?? null) : (before?.blankId ?? null),
    releaseOn: cells.releaseOn ?? before?.releaseOn ?? null,
    editionUnits: figures.edition ?? before?.editionUnits ?? null,
    closesOn: cells.closesOn ?? before?.closesOn ?? null,
    fileUrl: cells.fileUrl ?? before?.fileUrl ?? null,
    variants: variantsOf(records, before?.variants ?? []),
  }
}

function picturesOf(cell: string, known: Product | undefined) {
  return cell
    .split(/[\s|]+/)
    .filter(Boolean)
    .map((url) => ({ url, alt: known?.pictures.find((one) => one.url === url)?.alt ?? '' }))
}

/** Those that are there, changed by the rows of their size and colour, then the new ones. */
function variantsOf(records: readonly ProductRecord[], present: Variants): Variants {
  const variants = present.map((variant) => ({ ...variant }))
  for (const { cells, figures } of records) {
    const { size = null, colour = null, variantSku } = cells
    if (size === null && colour === null && !variantSku) continue
    const price = figures.variantPrice
    const found = variants.find(
      (one) =>
        (one.size ?? '').toLowerCase() === (size ?? '').toLowerCase() &&
        (one.colour ?? '').toLowerCase() === (colour ?? '').toLowerCase(),
    )
    if (!found) variants.push({ size, colour, sku: variantSku ?? null, priceCents: price ?? null })
    else {
      if (variantSku) found.sku = variantSku
      if (price !== undefined) found.priceCents = price
    }
  }
  return variants
}
