import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { here } from '#ui/formats.ts'
import { units } from '#ui/units.ts'
import type { Waiting, WaitingThing } from '../contract.ts'

/** One thing that waits for somebody: what, and where they see to it. */
export interface Need {
  id: string
  text: string
  link: string
  search?: Record<string, string>
  /** The portal to work in for it, where that is another than the current one. */
  workIn?: string
  severe?: boolean
}

type Row = Waiting['items'][number]

/** «a», «b» y «c», in the reader's language. */
const joined = (words: readonly string[]) =>
  new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(words)
const worded = (name: WaitingThing['name']) => (getLocale() === 'en' && name.en) || name.es
const variantOf = ({
  size,
  colour,
}: {
  size?: string | null | undefined
  colour?: string | null | undefined
}) => [colour, size].filter(Boolean).join(' ')

/** A product, or the one variant of it that is meant: «Camiseta Salitre (negra M)». */
function productWord({ name, variants = 1, ...thing }: WaitingThing): string {
  const variant = variants === 1 ? variantOf(thing) : ''
  return variant ? `${worded(name)} (${variant})` : worded(name)
}

const stopsNamed = 2
/** A blank with what of it is lacking, and the products that it stops. */
function blankWord({ name, lacks = [], stops = [] }: WaitingThing): string {
  const lacking = lacks.map(variantOf).filter(Boolean)
  const more = stops.length - stopsNamed
  const products = stops.slice(0, stopsNamed).map((one) => worded(one.name))
  return m['dashboard.needs.blank']({
    blank: lacking.length > 0 ? `${worded(name)} (${joined(lacking)})` : worded(name),
    products: joined(
      more > 0 ? [...products, m['dashboard.needs.andOthers']({ count: here().number(more) })] : products,
    ),
  })
}

/** What is the same however it is called: one of it, and many. */
const countedWords: Partial<Record<Row['kind'], [() => string, (told: { count: string }) => string]>> = {
  rate: [m['dashboard.needs.rate.one'], m['dashboard.needs.rate.many']],
  skus: [m['dashboard.needs.skus.one'], m['dashboard.needs.skus.many']],
  shop: [m['dashboard.needs.shopOf'], m['dashboard.needs.shopsOf']],
}

/** What one row says of the portal that it is told at. */
function wordOf({ kind, count, named: [first] }: Row): string {
  const told = { count: here().number(count) }
  const [one, many] = countedWords[kind] ?? []
  if (one && many) return count === 1 ? one() : many(told)
  if (kind === 'domain') return m['dashboard.needs.domainOf']({ domain: first ? worded(first.name) : '' })
  return count > 1 || !first ? thingsWord(kind, told) : thingWord(kind, first)
}

function thingsWord(kind: Row['kind'], told: { count: string }): string {
  if (kind === 'blank') return m['dashboard.needs.blankOut']()
  return kind === 'out' ? m['dashboard.needs.outMany'](told) : m['dashboard.needs.lowMany'](told)
}

function thingWord(kind: Row['kind'], thing: WaitingThing): string {
  if (kind === 'blank') return blankWord(thing)
  const name = productWord(thing)
  return kind === 'out'
    ? m['dashboard.needs.out']({ name })
    : m['dashboard.needs.low']({ name, units: units(thing.left ?? 0) })
}

type Place = Pick<Need, 'link' | 'search' | 'workIn'>
const levelOf = (kind: Row['kind']): Record<string, string> => (kind === 'blank' ? {} : { level: kind })

/** Where one thing is seen to: the variant, the product's variants, or what a blank stops. */
function placeOf(kind: Row['kind'], thing: WaitingThing, portalId: string, own: boolean): Place {
  const [stopped] = thing.stops ?? []
  if (stopped) return { link: `/stocks/products/${portalId}/${stopped.id}` }
  const base = own ? '/stocks' : '/stocks/all'
  if (thing.stockId)
    return { link: own ? `${base}/${thing.stockId}` : `${base}/${portalId}/${thing.stockId}` }
  const at: Record<string, string> = own ? {} : { portal: portalId }
  return { link: base, search: { ...at, ...levelOf(kind), q: thing.name.es } }
}

/** Where all of a row is seen to. Of SKUs and shops only the portal itself has a page: one works there for them. */
function placeOfAll({ kind, portal, count, named: [first] }: Row, own: boolean): Place {
  if (kind === 'domain') return { link: `/portals/${portal.id}` }
  // Rates are asked about for all portals at once.
  if (kind === 'rate') return { link: '/stocks/skus' }
  const there = own ? {} : { workIn: portal.id }
  if (kind === 'skus') return { link: '/stocks/skus', search: { state: 'unmapped' }, ...there }
  if (kind === 'shop') return { link: '/stocks/connectors', ...there }
  if (count === 1 && first) return placeOf(kind, first, portal.id, own)
  if (kind === 'blank') return { link: '/stocks/products' }
  return own
    ? { link: '/stocks', search: levelOf(kind) }
    : { link: '/stocks/all', search: { portal: portal.id, ...levelOf(kind) } }
}

const more = {
  out: m['dashboard.needs.outMore'],
  low: m['dashboard.needs.lowMore'],
  blank: m['dashboard.needs.blankMore'],
}

/** What waits of goods, shops and domains: of the portal itself by name, of a label's other portals a line each. */
export function waitingNeeds({ items }: Waiting, mine: { id: string }): Need[] {
  return items.flatMap((row): Need[] => {
    const { kind, portal, count, named } = row
    const severe = kind === 'out' || kind === 'domain' || kind === 'shop'
    const id = `${kind} ${portal.id}`
    if (portal.id !== mine.id)
      return [
        {
          ...{ id, severe },
          text: m['dashboard.needs.ofPortal']({ portal: portal.name, text: wordOf(row) }),
          ...placeOfAll(row, false),
        },
      ]
    if (kind !== 'out' && kind !== 'low' && kind !== 'blank')
      return [{ id, severe, text: wordOf(row), ...placeOfAll(row, true) }]
    const each = named.map((thing, at) => ({
      id: `${id} ${at}`,
      severe,
      text: thingWord(kind, thing),
      ...placeOf(kind, thing, portal.id, true),
    }))
    if (count === named.length) return each
    const rest = {
      text: more[kind]({ count: here().number(count - named.length) }),
      ...placeOfAll(row, true),
    }
    return [...each, { id, severe, ...rest }]
  })
}
