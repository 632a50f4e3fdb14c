import type { SheetRow } from '#platform/sheet.ts'
import type { SheetColumn } from './sheet-columns.ts'
import type { Category } from './table.ts'

/** WooCommerce's product export: its headings, in the languages of shops, as `plainHeading` has them. */
const headings = {
  id: ['id'],
  type: ['type', 'tipo'],
  sku: ['sku'],
  name: ['name', 'nombre'],
  short: ['shortdescription', 'descripcioncorta'],
  description: ['description', 'descripcion'],
  price: ['regularprice', 'precionormal'],
  categories: ['categories', 'categorias'],
  parent: ['parent', 'superior'],
  stock: ['stock', 'inventario'],
  url: ['externalurl', 'urlexterna'],
} as const
type Key = keyof typeof headings

const attributes = ['', '2', '3', '4'].map((nth) => ({
  name: [`attributename${nth}`, `nombredelatributo${nth}`],
  value: [`attributevalue${nth}`, `valordelatributo${nth}`],
}))

type Cells = Partial<Record<SheetColumn, string>>
interface Read {
  row: number
  cells: Cells
  exact: Set<SheetColumn | undefined>
}

const cellOf = ({ cells }: SheetRow, names: readonly string[]) =>
  names.map((name) => cells[name]).find((cell) => cell !== undefined) ?? ''
const get = (row: SheetRow, key: Key) => cellOf(row, headings[key])

/** Is it one? Its kinds of product, beside the prices and names that every such export has. */
export const isWooCommerce = (rows: readonly SheetRow[]): boolean =>
  rows.some((row) => get(row, 'type') !== '' && get(row, 'name') !== '' && get(row, 'price') !== '') &&
  rows.every((row) =>
    /^(simple|variable|variation|grouped|external|virtual|downloadable|subscription|,|\s)*$/i.test(
      get(row, 'type'),
    ),
  )

/**
 * Its rows as those of a product file: variations under their product, sets of products left out. Pictures stay in the
 * shop, and what is made of it is a draft.
 */
export function fromWooCommerce(rows: readonly SheetRow[], portal: string | undefined): Read[] {
  const isVariation = (row: SheetRow) => /variation/i.test(get(row, 'type'))
  const variations = new Map<string, SheetRow[]>()
  for (const row of rows.filter(isVariation)) {
    const parent = get(row, 'parent').toLowerCase()
    variations.set(parent, [...(variations.get(parent) ?? []), row])
  }
  return rows
    .filter((row) => !isVariation(row) && !/grouped/i.test(get(row, 'type')))
    .flatMap((row) => {
      const own =
        variations.get(get(row, 'sku').toLowerCase()) ??
        variations.get(`id:${get(row, 'id')}`.toLowerCase()) ??
        []
      const product = { ...productCells(row, own), ...(portal ? { portal } : {}) }
      const exact = exactOf(row)
      if (own.length === 0)
        return [{ row: row.row, cells: { ...product, ...variantCells(row, false) }, exact }]
      return own.map((one) => ({
        row: one.row,
        cells: { ...product, ...variantCells(one, true) },
        exact: new Set([...exact, ...exactOf(one)]),
      }))
    })
}

const exactOf = (row: SheetRow) =>
  new Set<SheetColumn | undefined>(
    headings.price.some((heading) => row.numbers.includes(heading)) ? ['price', 'variantPrice'] : [],
  )

function productCells(row: SheetRow, own: readonly SheetRow[]): Cells {
  const digital = /downloadable|virtual/i.test(get(row, 'type'))
  const price = get(row, 'price') || own.map((one) => get(one, 'price')).find(Boolean)
  const description = plain(get(row, 'short') || get(row, 'description'))
  const url = get(row, 'url')
  return {
    nameEs: plain(get(row, 'name')),
    ...(get(row, 'sku') ? { sku: get(row, 'sku') } : {}),
    ...(description ? { descriptionEs: description } : {}),
    ...(price ? { price } : {}),
    category: digital ? 'digital' : categoryOf(`${get(row, 'categories')} ${get(row, 'name')}`),
    format: digital ? 'digital' : 'limited',
    ...(/^https:\/\//.test(url) ? { purchaseAddresses: `${new URL(url).hostname} ${url}` } : {}),
  }
}

/** Size and colour by what the shop calls them; what else tells variations apart stands with the size. */
function variantCells(row: SheetRow, variation: boolean): Cells {
  if (!variation) return {}
  const cells: Cells = {}
  const more: string[] = []
  const told = attributes.map(({ name, value }) => ({ called: cellOf(row, name), is: cellOf(row, value) }))
  for (const { called, is } of told.filter((one) => one.is)) {
    const kind = kindOf(called)
    if (kind) cells[kind] = is
    else more.push(`${called} ${is}`.trim())
  }
  if (more.length > 0) cells.size = [cells.size, ...more].filter(Boolean).join(' · ')
  if (!cells.size && !cells.colour) cells.size = plain(get(row, 'name'))
  return {
    ...cells,
    ...(get(row, 'sku') ? { variantSku: get(row, 'sku') } : {}),
    ...(get(row, 'price') ? { variantPrice: get(row, 'price') } : {}),
  }
}

function kindOf(attribute: string) {
  if (/colou?r/i.test(attribute)) return 'colour'
  return /size|talla|tama/i.test(attribute) ? 'size' : undefined
}

const categories: [RegExp, Category][] = [
  [/music|m[uú]sica|vin[iy]l|disco|album|\bcd\b|\blp\b|cassette|casete/i, 'album'],
  [/cloth|ropa|camiset|shirt|hoodie|sudadera|tee\b|polo/i, 'apparel'],
  [/book|libro|fanzine|poster|p[oó]ster|print|l[aá]mina/i, 'culture'],
]
export const categoryOf = (words: string): Category =>
  /accesor|accessor/i.test(words)
    ? 'accessory'
    : (categories.find(([pattern]) => pattern.test(words))?.[1] ?? 'accessory')

/** Text of what may hold HTML and written line ends. */
const plain = (text: string) =>
  text
    .replaceAll('\\n', '\n')
    .replace(/<[^<>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/[^\S\n]+/g, ' ')
    .trim()
