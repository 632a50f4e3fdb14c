import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { everything, simpleScope } from '#features/rollups/server/dimensions.ts'
import { formatDay, parseDay, startOfDay } from '#platform/time.ts'
import type { Span } from './server/period.ts'
import { ofTheseOnly, type RolledPortal, type Selection } from './server/selection.ts'

/** Three portals: one whose February and March of 2021 are rolled up, one with its February, one with nothing. */
const ids = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-7000-8000-000000000000`)
const monthsOf = (...months: string[]) =>
  new Set(months.map((month) => startOfDay(parseDay(`${month}-01`) ?? Number.NaN)))
const portal = (at: number, ...months: string[]): RolledPortal => ({
  ...{ id: ids[at] ?? '', orders: monthsOf(...months), visits: monthsOf(...months) },
})
const [two, one, none] = [portal(0, '2021-02', '2021-03'), portal(1, '2021-02'), portal(2)]

const rest = { countries: [], goods: undefined, named: undefined, categories: undefined }
const of = (...portals: RolledPortal[]): Selection => ({ ...rest, ...ofTheseOnly(portals) })
const [whole, ofTwo, ofAll]: Selection[] = [
  {
    ...{ ...rest, whole: true, portals: [], inPortals: () => sql`true` },
    ...{ scopes: sql`scope_id = ${everything}`, ofPortals: sql`scope_id <> ${everything}` },
  },
  of(two),
  of(two, one, none),
] as [Selection, Selection, Selection]
const countries = ['ES', 'PT']
const named = { categories: [], added: [], products: [], excluded: [] }
const music = {
  goods: sql`music`,
  ...{ named: { ...named, categories: ['album', 'unmapped'] }, categories: ['album', 'unmapped'] },
}
const goods = { goods: sql`goods`, named: { ...named, products: ['x'] } }
const others = { goods: sql`not goods`, named: { ...named, excluded: ['x'] } }

/** Whose figures are asked for, and which of them. */
export const selections = {
  ...{ whole, ofTwo, ofAll, ofNone: of(none), account: { ...ofAll, account: 'x' } },
  ...{ simple: { ...ofAll, type: 'simple' }, master: { ...ofAll, type: 'master' } },
  ...{ spanish: { ...whole, countries }, spanishTwo: { ...ofTwo, countries } },
  ...{ spanishAll: { ...ofAll, countries }, spanishSimple: { ...ofAll, countries, type: 'simple' } },
  ...{ music: { ...whole, ...music }, musicSpanish: { ...whole, ...music, countries } },
  ...{ musicTwo: { ...ofTwo, ...music }, goods: { ...ofTwo, ...goods } },
  ...{ goodsSpanish: { ...ofTwo, ...goods, countries } },
  without: { ...whole, ...others, without: { ...ofTwo, ...goods } },
  ...{ from: { ...whole, sources: ['', 'google'] }, fromTwo: { ...ofTwo, sources: ['google'] } },
  fromSimple: { ...ofAll, type: 'simple', sources: ['google'] },
  fromSpanish: { ...ofTwo, countries, sources: ['google'] },
  fromSpanishAll: { ...ofAll, countries, sources: ['google'] },
} satisfies Record<string, Selection>

const span = (first: string, last: string): Span => ({
  ...{ first: parseDay(first) ?? Number.NaN, last: parseDay(last) ?? Number.NaN },
})
/** Days that begin within a month; months less some days; months and years. */
export const spans = {
  days: span('2021-01-20', '2021-03-31'),
  less: span('2021-02-02', '2021-03-30'),
  years: span('2019-11-01', '2021-02-28'),
}

const dialect = new PgDialect()
const names = new Map([
  [everything, 'everything'],
  [simpleScope, 'simple'],
  ...ids.map((id) => [id, id.slice(0, 1)] as const),
])

/** A query as it is sent, with portals by their letters and moments by the days that begin with them. */
function textOf(query: SQL): string {
  const { sql: text, params } = dialect.sqlToQuery(query)
  const filled = text.replace(/\$(\d+)/g, (_, at: string) => `'${params[Number(at) - 1]}'`)
  const days = filled.replace(/'(\d{4}-\d\d-\d\dT[\d:.]+Z)'::timestamptz/g, (_, at: string) =>
    formatDay(Math.round(Date.parse(at) / 86_400_000)),
  )
  return [...names].reduce((all, [id, name]) => all.replaceAll(id, name), days).replace(/\s+/g, ' ')
}

const pieces =
  /(?:^| and )\(((?:\((?:grain = '\w+' and )?(?:f\.)?t >= \S+ and (?:f\.)?t < [^ )]+\)(?: or )?)+)\)/
const piece = /(?:grain = '(\w+)' and )?(?:f\.)?t >= (\S+) and (?:f\.)?t < ([^ )]+)/g

/**
 * Which tables a query reads, in `TABLE KEY where …: days`, with − before what is taken off. Years of facts answer the same
 * as rollups of them, a thousand times later: no answer tells which of them were read.
 */
export const readsOf = (query: SQL): string[] =>
  textOf(query)
    .split(' union all ')
    .map((part) => {
      const table = /from ((?:\w+_)?(?:total|dimension|fact))(?: f)? where (.*)/.exec(part)
      const key = /select (.*?) as key/.exec(part)?.[1] ?? ''
      if (!table) return `orders by ${key}`
      const [, name = '', where = ''] = table
      const less = / -(?:sum\()?/.test(part.slice(0, table.index)) ? '−' : ''
      const days = [...(pieces.exec(where)?.[1] ?? '').matchAll(piece)].map(
        ([, grain, from, until]) => `${grain ? `${grain} ` : ''}${from}…${until}`,
      )
      const condition = where.replace(pieces, '').replace(/ group by .*/, '')
      return `${less}${name} by ${key} where ${condition.trim()}: ${days.join(', ')}`
    })
