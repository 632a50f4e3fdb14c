/**
 * By what one order that comes by two ways is told from two orders of one number, as two shops of a portal may both have their
 * 1001. Number, day (files tell the day alone, by some clock) and currency are alike in both cases; what was bought, what it came
 * to and who bought are not. All of it is SQL.
 */
export interface Side {
  /** A query of `sku` and `name`. */
  goods: string
  /** What its sales came to, without tax and of tax, in the order's currency. */
  net: string
  tax: string
  /** The keyed hash of the buyer, null where nothing is told. */
  buyer: string
}

const bare = (number: string) => `lower(ltrim(${number}, '# '))`
/** Is `order` of this number, with its mark or without? As its index has it: by the end. */
export const called = (order: string, number: string): string =>
  `reverse(lower(${order}.external_id)) in (reverse(${bare(number)}), reverse('#' || ${bare(number)}))`
export const near = (a: string, b: string): string =>
  `${a} between ${b} - interval '36 hours' and ${b} + interval '36 hours'`
/** Was something given back at `back`, of what was sold at `sold`? */
export const sinceSold = (back: string, sold: string): string =>
  `${back} between ${sold} - interval '36 hours' and ${sold} + interval '400 days'`

const salesOf = (order: string) =>
  `from order_line l join sku_mapping m on m.portal_id = l.portal_id and m.id = l.sku_id
    where l.portal_id = ${order}.portal_id and l.order_id = ${order}.id and l.kind = 'sale'`
export const unitsOf = (order: string): string => `(select coalesce(sum(l.units), 0) ${salesOf(order)})`

/** What is kept of an order. */
export const keptSide = (order: string): Side => ({
  goods: `select m.sku, m.name ${salesOf(order)}`,
  net: `(select sum(l.net_amount) ${salesOf(order)})`,
  tax: `(select sum(l.tax_amount) ${salesOf(order)})`,
  buyer: `${order}.buyer_hash`,
})

const names = (goods: string) => `array[nullif(lower(${goods}.sku), ''), nullif(lower(${goods}.name), '')]`
const sameBuyer = (part: Side, whole: Side) => `coalesce(${part.buyer} = ${whole.buyer}, false)`
const goodsOf = (part: Side, whole: Side) =>
  `not exists (select from (${part.goods}) g where not exists (select from (${whole.goods}) w where ${names('g')} && ${names('w')}))`
// A file may tell with tax what a shop tells without; a few cents are left for what rounds each row.
const sameMoney = (part: Side, whole: Side) =>
  `exists (select from unnest(array[${part.net}, ${part.net} + ${part.tax}]) a,
    unnest(array[${whole.net}, ${whole.net} + ${whole.tax}]) b where abs(a - b) <= 0.05)`

/**
 * Is `part` the order that `whole` is too, all or some of it? It is by its buyer, or by its goods and its money; one of these
 * two is enough where nothing is known of a buyer. Ways write buyers differently: that they differ says little by itself.
 */
export const isOrder = (part: Side, whole: Side): string =>
  `(${sameBuyer(part, whole)} or case when ${part.buyer} is null or ${whole.buyer} is null
    then ${goodsOf(part, whole)} or ${sameMoney(part, whole)}
    else ${goodsOf(part, whole)} and ${sameMoney(part, whole)} end)`

/** Is `part` given back of the order that `whole` is? */
export const isOfOrder = (part: Side, whole: Side): string =>
  `(${sameBuyer(part, whole)} or ${goodsOf(part, whole)})`
