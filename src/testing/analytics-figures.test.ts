import { beforeAll, describe, expect, test } from 'vitest'
import type { Measure } from '#features/analytics/contract.ts'
import type { DetailAnswer } from '#features/analytics/detail-contract.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { addEdgeFacts, edgeSpans } from './edge-facts.ts'
import { expectAnswer, expectRows, type Told } from './expect-figures.ts'
import {
  type Filters,
  figures,
  groups,
  type Line,
  ofGoods,
  RawModel,
  type Span,
  type View,
} from './raw-model.ts'
import { accounts, type PersonKey, portals } from './world/cast.ts'

// Every detail page under every filter alone and in pairs, every cell of its answer, beside the raw facts.

const world = testDatabase()
const { claraVentisca, ninoLobo } = portals
let model: RawModel
const goods: Record<string, string[]> = {}

beforeAll(async () => {
  await addEdgeFacts(world.database)
  model = await RawModel.read(world.database)
  for (const row of await world.database.query<{ portal: string; good: string }>(
    `select l.portal_id as portal, coalesce(l.product_id, l.sku_id) as good from order_line l
     where l.at < '2025-01-01' group by 1, 2 order by count(*) desc, 2`,
  ))
    goods[row.portal] = [...(goods[row.portal] ?? []), row.good]
}, 120_000)

const actors: [PersonKey, (fact: { portal: string; account: string }) => boolean][] = [
  ['staff', () => true],
  ['label', ({ account }) => account === accounts.bajamar.id],
  ['artist', ({ portal }) => portal === ninoLobo.id],
]

/** Values for every filter that this actor may use, each worth something. */
function filtersFor(actor: PersonKey): Filters {
  const own = actor === 'artist' ? ninoLobo : claraVentisca
  const [one = '', two = ''] = goods[own.id] ?? []
  return {
    categories: ['album', 'unmapped'],
    addedCategories: ['apparel'],
    countries: ['ES'],
    products: [one, two],
    excludedProducts: [one],
    portals: [own.id],
    labels: [own.accountId],
    portalTypes: ['master'],
  }
}

/** No filter, each alone, and all pairs. */
function combinations(filters: Filters): Filters[] {
  const names = Object.keys(filters)
  const pick = (...of: string[]) => Object.fromEntries(of.map((name) => [name, filters[name] ?? []]))
  return [
    {},
    ...names.map((name) => pick(name)),
    ...names.flatMap((a, i) => names.slice(i + 1).map((b) => pick(a, b))),
  ]
}

interface Page {
  call: keyof Calls
  query?: { by?: string }
  /** What a row of its table is; none where rows are the buckets of time. */
  line?: (line: Line) => string
  view?: (view: View) => string
  sales?: boolean
  albums?: boolean
  ranks?: boolean
}
type Calls = Awaited<ReturnType<typeof as>>['analytics']

const pages: Page[] = [
  { call: 'netSalesDetailInfo', sales: true },
  { call: 'ordersSoldDetailInfo', sales: true },
  { call: 'incomeDetailInfo', sales: true },
  { call: 'visitsDetailInfo' },
  { call: 'albumsSoldDetailInfo', sales: true, albums: true, line: ({ good }) => good },
  { call: 'salesByProductDetailInfo', sales: true, line: ({ good }) => good },
  {
    call: 'salesByPortalDetailInfo',
    sales: true,
    ranks: true,
    line: ({ portal }) => portal,
    view: ({ portal }) => portal,
  },
  ...(['country', 'province', 'city'] as const).map(
    (key): Page => ({
      call: 'salesByLocationDetailInfo',
      query: { by: { country: 'countries', province: 'provinces', city: 'cities' }[key] },
      sales: true,
      line: (line) => line[key],
      view: (view) => view[key],
    }),
  ),
  ...(['channel', 'source', 'medium', 'campaign', 'referrer', 'device', 'browser', 'link'] as const).map(
    (by): Page => ({ call: 'trafficDetailInfo', query: { by }, view: (view) => view[by] }),
  ),
]
const nameOf = ({ call, query }: Page) => `${call} ${query?.by ?? ''}`.trim()
// Most visits have none of these: that is no row of theirs.
const sparse = ['medium', 'campaign', 'link']

/** Every row of the answer's table, whatever pages it is cut into. */
async function everyRow(ask: (page: number) => Promise<DetailAnswer>): Promise<DetailAnswer> {
  const first = await ask(1)
  const rows = [...first.rows]
  for (let page = 2; rows.length < first.total; page++) rows.push(...(await ask(page)).rows)
  return { ...first, rows }
}

const comparisons = ['previous', 'year', undefined] as const

describe.each(actors)('every figure that %s reads equals the raw facts', (actor, sees) => {
  test.each(pages.map((page, at) => [nameOf(page), page, at] as const))(
    'on %s, under every filter alone and in pairs',
    { timeout: 240_000 },
    async (_, page, at) => {
      const { analytics } = await as(world.database, actor)
      // Beside albums no other category counts: it is refused by name.
      const chosen = combinations(filtersFor(actor)).filter((filters) =>
        page.albums ? !filters.categories && !filters.addedCategories : page.sales || !ofGoods(filters),
      )
      const cases = chosen.flatMap((filters, n): [Filters, Span, number][] =>
        Object.keys(filters).length === 0
          ? edgeSpans.map((span, s) => [filters, span, s])
          : [[filters, edgeSpans[(n + at) % edgeSpans.length] as Span, n + at]],
      )
      for (const [filters, span, turn] of cases) {
        const compare = comparisons[turn % comparisons.length]
        const input = { f: span[0], t: span[1], ...page.query, ...filters, ...(compare ? { compare } : {}) }
        const call = analytics[page.call] as (input: object) => Promise<unknown>
        const answer = await everyRow(async (page) => ok(await call({ ...input, page })) as DetailAnswer)
        const where = `${nameOf(page)} ${JSON.stringify(input)}`
        // What albums count is one of the filters by goods.
        const { addedCategories: _a, ...others } = filters
        const meant = page.albums ? { ...others, categories: ['album'] } : filters
        const before: Span = [answer.meta.previousFrom, answer.meta.previousTo]
        const told = (of: Span): Told => ({ sums: model.sums(of, sees, meant), filters: meant })
        const [now, then] = [told(span), told(before)]
        await expectAnswer(world.database, where, answer, span, now, then)
        if (page.line || page.view) {
          const split = ({ sums }: Told) => {
            const found = groups(
              sums,
              page.line,
              ofGoods(meant) && page.call !== 'albumsSoldDetailInfo' ? undefined : page.view,
            )
            if (sparse.includes(page.query?.by ?? '')) found.delete('')
            return found
          }
          const places = page.call === 'salesByLocationDetailInfo'
          expectRows(where, answer, split(now), split(then), {
            filters: meant,
            ...{ compare, places, ranks: page.ranks },
          })
        } else expect([where, answer.total]).toEqual([where, answer.series.length])
      }
    },
  )

  test('hour by hour of the week', async () => {
    const { analytics } = await as(world.database, actor)
    const chosen = combinations(filtersFor(actor))
    for (const [n, filters] of chosen.entries()) {
      const span = edgeSpans[n % edgeSpans.length] as Span
      const { heat = [] } = ok(
        await analytics.ordersSoldDetailInfo({ f: span[0], t: span[1], ...filters } as never),
      )
      const expected = [
        ...groups(model.sums(span, sees, filters), (l) => l.weekday * 24 + l.ofDay, undefined),
      ]
        .map(([at, sums]) => [at, figures(sums).orders, figures(sums).netCents])
        .sort(([a], [b]) => Number(a) - Number(b))
      const told = heat.map((cell) => [cell.weekday * 24 + cell.hour, cell.orders, cell.netCents])
      const some = ([, orders, net]: unknown[]) => orders !== 0 || net !== 0
      expect([filters, span, told.filter(some)]).toEqual([filters, span, expected.filter(some)])
    }
  })

  test('variants add up to their product, each with its own facts', async () => {
    const { analytics } = await as(world.database, actor)
    const span: Span = ['2022-01-15', '2024-12-31']
    const query = { f: span[0], t: span[1] }
    const table = ok(await analytics.salesByProductDetailInfo(query))
    for (const product of table.rows.slice(0, 8)) {
      const { rows } = ok(await analytics.salesByProductDetailInfo({ ...query, variantsOf: product.id }))
      for (const measure of ['units', 'netCents', 'grossCents', 'refundsCents'] as Measure[]) {
        const sum = rows.reduce((all, row) => all + Number(row[measure]), 0)
        expect(Math.abs(sum - Number(product[measure]))).toBeLessThanOrEqual(rows.length)
      }
    }
  })
})
