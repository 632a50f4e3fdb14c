import { type SQL, sql } from 'drizzle-orm'
import { weekHour } from '#features/rollups/server/dimensions.ts'
import { number } from '#platform/select.ts'
import { orderFacts, orderFactsOfNothingElse } from './order-facts.ts'
import type { Span } from './period.ts'
import { factRows, salesFacts } from './sales-facts.ts'
import { type Selection, withEverything } from './selection.ts'
import {
  bySign,
  inScopes,
  namedWithin,
  type Part,
  partsOf,
  rollupsWithin,
  signed,
  spanOf,
  summed,
  union,
  wholeSpan,
} from './span-sql.ts'
import type { AnalyticsStore } from './store.ts'

export const heatColumns = {
  weekday: sql<number>`left(at, 1)::int`,
  hour: sql<number>`right(at, 2)::int`,
  orders: number(sql<string>`sum(orders)::bigint`),
  netMicros: number(sql<string>`sum(net_micros)::bigint`),
}

/** Where `heatColumns` are of: orders and net sales by weekday (1 Monday to 7) and hour of Europe/Madrid. */
export async function heatFacts(store: AnalyticsStore, selection: Selection, span: Span): Promise<SQL> {
  const hours = await store.hours({ selection, span })
  const { goods, without } = selection
  const ofOrders = async () =>
    without
      ? union([
          sql`select at, orders from (${await store.hours({ selection: withEverything(selection), span })}) e`,
          sql`select ${hourOfWeek} as at, -f.orders as orders from (${orderFactsOfNothingElse(without, span)}) f`,
        ])
      : sql`select ${hourOfWeek} as at, f.orders from (${orderFacts(selection, span, 'none', ['orders'])}) f`
  // Of some goods, only the lines of orders tell which orders they are of.
  const all = goods
    ? union([
        sql`select at, 0 as orders, net_micros from (${hours}) l`,
        sql`select at, orders, 0 as net_micros from (${await ofOrders()}) o`,
      ])
    : hours
  return sql`(${all}) h group by 1, 2 order by 1, 2`
}

const hourOfWeek = sql.raw(weekHour.replaceAll('f.at', 'f.t'))

/** Rows of `at`, `orders` and `net_micros`, as rollups and facts tell them. */
export function hoursOf(selection: Selection, span: Span): SQL {
  const { countries, goods, categories, without } = selection
  if (without)
    return union([
      hoursOf(withEverything(selection), span),
      sql`select at, -orders as orders, -net_micros as net_micros from (${hoursOf(without, span)}) w`,
    ])
  const sums = sql`sum(orders) as orders, sum(net_micros) as net_micros`
  const facts = (from: SQL) => sql`select ${hourOfWeek} as at, ${sums} from (${from}) f group by 1`
  const plain = !goods && countries.length === 0
  const name = plain
    ? sql`dimension = 'hour'`
    : goods
      ? categories && countries.length === 0 && namedWithin('hourOf', categories)
      : namedWithin('hourIn', countries)
  // Totals by hour are fewer than facts.
  const restOf = ({ selection, rest }: Part) =>
    facts(
      plain
        ? union(
            rest.map((piece) =>
              bySign(
                [piece],
                (_, sign) => sql`select t, ${signed(['orders', 'net_micros'], sign)}
                  from (${salesFacts(selection, spanOf(piece), 'none', 'time')}) h`,
              ),
            ),
          )
        : factRows(selection, rest, 'none'),
    )
  const parts: Part[] = name
    ? partsOf('orders', selection, span, undefined)
    : [{ selection, months: [], rest: wholeSpan(span) }]
  return union(
    parts.flatMap((part) => [
      ...(name && part.months.length > 0
        ? [
            inScopes(part.selection, part.months, (scopes, months) =>
              bySign(
                months,
                (
                  pieces,
                  sign,
                ) => sql`select value as at, ${summed(['orders', 'net_micros'], sign, String)} from sales_dimension
                  where ${name} and ${scopes} and ${rollupsWithin(pieces)} group by 1`,
              ),
            ),
          ]
        : []),
      ...(part.rest.length > 0 ? [restOf(part)] : []),
    ]),
  )
}
