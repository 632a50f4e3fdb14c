import type { Category, ProductFormat } from '#features/products/server/table.ts'
import type { BilingualText } from '#platform/table.ts'
import { type PortalKey, portals } from './cast.ts'
import { worldId } from './random.ts'

export interface WorldVariant {
  id: string
  size: string
  sku: string
}

export interface WorldProduct {
  id: string
  portal: PortalKey
  /** The record or print that it is named after. */
  title: string
  /** The part of the SKU that says what it is: LP, CAM … */
  kind: string
  name: BilingualText
  sku: string
  category: Category
  format: ProductFormat
  priceCents: number
  costCents: number
  /** How often it is bought beside the portal's other products. */
  weight: number
  /** Days before the world's end on which it went on sale; Infinity is always. */
  releasedDaysAgo: number
  variants: WorldVariant[]
}

/** SKU part, category, format, names with `*` for the title, and figures. */
type Kind = [
  suffix: string,
  category: Category,
  format: ProductFormat,
  es: string,
  en: string,
  figures: { priceCents: number; costCents: number; weight: number },
]

const sizes = ['S', 'M', 'L', 'XL', 'XXL'] as const

const kinds = {
  vinyl: [
    'LP',
    'album',
    'limited',
    'Vinilo «*»',
    '“*” vinyl',
    { priceCents: 2690, costCents: 1130, weight: 10 },
  ],
  cd: ['CD', 'album', 'limited', 'CD «*»', '“*” CD', { priceCents: 1290, costCents: 310, weight: 4 }],
  digital: [
    'DIG',
    'digital',
    'digital',
    '«*» en digital',
    '“*” digital',
    { priceCents: 799, costCents: 0, weight: 3 },
  ],
  tape: [
    'CAS',
    'album',
    'limited',
    'Casete «*»',
    '“*” cassette',
    { priceCents: 1190, costCents: 420, weight: 3 },
  ],
  tee: [
    'CAM',
    'apparel',
    'onDemand',
    'Camiseta «*»',
    '“*” T-shirt',
    { priceCents: 2400, costCents: 920, weight: 9 },
  ],
  hoodie: [
    'SUD',
    'apparel',
    'onDemand',
    'Sudadera «*»',
    '“*” hoodie',
    { priceCents: 4490, costCents: 2050, weight: 3 },
  ],
  tote: [
    'BOL',
    'accessory',
    'onDemand',
    'Bolsa «*»',
    '“*” tote bag',
    { priceCents: 1300, costCents: 480, weight: 4 },
  ],
  cap: [
    'GOR',
    'accessory',
    'limited',
    'Gorra «*»',
    '“*” cap',
    { priceCents: 2200, costCents: 890, weight: 3 },
  ],
  zine: [
    'FAN',
    'culture',
    'limited',
    'Fanzine «*»',
    '“*” zine',
    { priceCents: 900, costCents: 260, weight: 2 },
  ],
} satisfies Record<string, Kind>
type KindKey = keyof typeof kinds

/** Records with their age in days, then what is printed with a title. */
const plans: Record<PortalKey, { records: Record<string, number>; merch: [KindKey, string][] }> = {
  bajamar: {
    records: { 'Diez años de Bajamar': 412 },
    merch: [
      ['tote', 'Bajamar'],
      ['tee', 'Bajamar'],
      ['zine', 'Cuaderno de puerto'],
    ],
  },
  claraVentisca: {
    records: { Salitre: 26, 'Nieve en agosto': 508, 'Primera helada': 2_000 },
    merch: [
      ['hoodie', 'Marea alta'],
      ['tee', 'Salitre'],
      ['tote', 'Salitre'],
    ],
  },
  hotelLevante: {
    records: { 'Faro roto': 160, 'Habitación 214': 1_600 },
    merch: [
      ['tee', 'Faro roto'],
      ['cap', 'Hotel Levante'],
      ['hoodie', 'No molesten'],
    ],
  },
  perroManso: {
    records: { 'Vuelta al puerto': 301 },
    merch: [
      ['tape', 'Directo en la lonja'],
      ['cap', 'Vuelta al puerto'],
      ['tee', 'Perro Manso'],
    ],
  },
  tiasSolteras: {
    records: { Sobremesa: 620, 'Quién friega': 75 },
    merch: [
      ['tee', 'Quién friega'],
      ['zine', 'Recetario'],
    ],
  },
  mareaHonda: {
    records: { Batea: 233 },
    merch: [
      ['tee', 'Batea'],
      ['hoodie', 'Marea Honda'],
      ['tape', 'Batea'],
    ],
  },
  juliaArrecife: {
    records: { Alisios: 354 },
    merch: [
      ['tote', 'Alisios'],
      ['tee', 'Alisios'],
    ],
  },
  tercerAnfiteatro: {
    records: { Gallinero: 470 },
    merch: [
      ['tee', 'Gallinero'],
      ['zine', 'Programa de mano'],
    ],
  },
  oxidoYSal: {
    records: { Chatarra: 118 },
    merch: [
      ['tee', 'Chatarra'],
      ['cap', 'Óxido y Sal'],
    ],
  },
  ninoLobo: {
    records: { 'Aullido corto': 48, 'Monte adentro': 577 },
    merch: [
      ['tee', 'Aullido corto'],
      ['hoodie', 'Manada'],
      ['tape', 'Maquetas'],
      ['cap', 'Niño Lobo'],
    ],
  },
  orquestaPoniente: {
    records: { Verbena: 263 },
    merch: [
      ['tee', 'Verbena'],
      ['tote', 'Verbena'],
    ],
  },
  veraCantil: { records: { Acantilado: 190 }, merch: [['tee', 'Acantilado']] },
  casaCal: { records: { Maqueta: 90 }, merch: [['tote', 'Casa Cal']] },
}

/** Everything that the world's portals sell. */
export function makeCatalogue(): WorldProduct[] {
  return (Object.keys(plans) as PortalKey[]).flatMap((portal) => {
    const { records, merch } = plans[portal]
    const music = Object.keys(records).flatMap((title) =>
      (['vinyl', 'cd', 'digital'] as const).map((kind): [KindKey, string] => [kind, title]),
    )
    const count = new Map<KindKey, number>()
    return [...music, ...merch].map(([kind, title]) => {
      const nth = (count.get(kind) ?? 0) + 1
      count.set(kind, nth)
      // Merch named after a record comes out with it; the rest was always there.
      return makeProduct(portal, kind, title, nth, records[title] ?? Number.POSITIVE_INFINITY)
    })
  })
}

function makeProduct(
  portal: PortalKey,
  kind: KindKey,
  title: string,
  nth: number,
  releasedDaysAgo: number,
): WorldProduct {
  const [suffix, category, format, es, en, figures] = kinds[kind]
  const sku = `${portals[portal].code}-${suffix}${nth}`
  return {
    id: worldId(`product ${sku}`),
    portal,
    title,
    kind: suffix,
    name: { es: es.replace('*', title), en: en.replace('*', title) },
    sku,
    category,
    format,
    ...figures,
    releasedDaysAgo,
    variants: (category === 'apparel' ? sizes : []).map((size) => ({
      id: worldId(`variant ${sku}-${size}`),
      size,
      sku: `${sku}-${size}`,
    })),
  }
}
