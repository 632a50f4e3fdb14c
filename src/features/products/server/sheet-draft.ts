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
  return {
    ...textsOf(cells, before),
    sku: cells.sku ?? before?.sku ?? null,
    category: cells.category ?? before?.category,
    format: cells.format ?? before?.format,
    priceCents: figures.price ?? before?.priceCents ?? 0,
    costCents: figures.cost ?? before?.costCents ?? 0,
    ...plainOf(records[0], before),
    pictures: picturesIn(cells, known),
    blankId: (cells.blank ? blankOf(cells.blank) : before?.blankId) ?? null,
    purchaseAddresses: addressesIn(cells, before),
    variants: variantsOf(records, before?.variants),
  }
}

const addressesIn = ({ purchaseAddresses }: ProductRecord['cells'], before: ProductDraft | undefined) =>
  purchaseAddresses ? addressesOf(purchaseAddresses) : (before?.purchaseAddresses ?? [])

const plainOf = (record: ProductRecord | undefined, before: ProductDraft | undefined) =>
  mapPlain((key, { kind }) => {
    const told = kind === 'whole' ? record?.figures[key as FigureColumn] : record?.cells[key]
    return told ?? before?.[key] ?? null
  })

function textsOf(cells: ProductRecord['cells'], before: ProductDraft | undefined) {
  const english = cells.nameEn ?? before?.name.en
  const described = cells.descriptionEs ?? before?.description?.es
  const describedInEnglish = cells.descriptionEn ?? before?.description?.en
  return {
    name: { es: cells.nameEs ?? before?.name.es ?? '', ...(english ? { en: english } : {}) },
    description:
      described === undefined && describedInEnglish === undefined
        ? null
        : { es: described ?? '', ...(describedInEnglish ? { en: describedInEnglish } : {}) },
  }
}

const picturesIn = ({ pictures }: ProductRecord['cells'], known: Product | undefined) =>
  pictures ? picturesOf(pictures, known) : (known?.pictures ?? [])

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

const isOfVariant = ({ cells: { size, colour, variantSku } }: ProductRecord) =>
  size !== undefined || colour !== undefined || Boolean(variantSku)

const alike = (a: string | null | undefined, b: string | null | undefined) =>
  (a ?? '').toLowerCase() === (b ?? '').toLowerCase()

/** Those that are there, changed by the rows of their size and colour, then the new ones. */
function variantsOf(records: readonly ProductRecord[], present: Variants = []): Variants {
  const variants = present.map((variant) => ({ ...variant }))
  for (const record of records.filter(isOfVariant)) {
    const { size = null, colour = null, variantSku: sku = null } = record.cells
    const found = variants.find((one) => alike(one.size, size) && alike(one.colour, colour))
    const told = toldOfVariant(record)
    if (found) Object.assign(found, told)
    else variants.push({ size, colour, sku, priceCents: null, ...told })
  }
  return variants
}

function toldOfVariant({ cells, figures }: ProductRecord): Partial<Variants[number]> {
  const { variantSku, variantPurchaseAddresses } = cells
  const { variantPrice } = figures
  return {
    ...(variantSku ? { sku: variantSku } : {}),
    ...(variantPrice === undefined ? {} : { priceCents: variantPrice }),
    ...(variantPurchaseAddresses ? { purchaseAddresses: addressesOf(variantPurchaseAddresses) } : {}),
  }
}
