import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { here } from '#ui/formats.ts'
import { localized } from '#ui/localized.ts'
import { Frame } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import type { Order } from '../contract.ts'
import { orderState, placeOf, sourceWord } from './order-words.ts'
import classes from './orders.module.css'

/** What its money was counted at. */
const rateOf = ({ currency, rate }: { currency: string; rate: string }) =>
  m['orders.rate']({
    currency,
    rate: Number(rate).toLocaleString(getLocale(), { maximumSignificantDigits: 8 }),
  })

/** What its buyer paid for what was sold, with tax and without shipping. */
const paidCents = ({ lines }: Order) =>
  lines.reduce((sum, { kind, netCents, taxCents }) => (kind === 'sale' ? sum + netCents + taxCents : sum), 0)

type Line = Order['lines'][number]
type ProductsPath = '/products' | '/stocks/products'

interface LineRowProps {
  order: Order
  line: Line
  products: ProductsPath
}

function LineRow({ order, line, products }: LineRowProps) {
  const { money, number } = here()
  return (
    <tr>
      <td>
        {line.product ? (
          <a href={localized(`${products}/${order.portal.id}/${line.product.id}`)}>{line.product.name}</a>
        ) : (
          line.name || line.sku
        )}
        <small className={classes.onPhone}>{line.sku}</small>
        <small>
          {line.kind === 'sale' ? saleNote(line) : backNote(line, order)}
          {line.produced === null
            ? undefined
            : m['orders.produced']({ made: line.produced, units: line.units })}
        </small>
      </td>
      <td data-sku>{line.sku}</td>
      <td data-number>{line.units === 0 ? m['ui.none']() : number(line.units)}</td>
      <td data-number>
        {money(line.netCents)}
        {line.original ? (
          <small>
            {line.original.amount} {line.original.currency} · {rateOf(line.original)}
          </small>
        ) : undefined}
      </td>
    </tr>
  )
}

const saleNote = ({ product }: Line) => (product ? undefined : m['orders.unmappedLine']())

function backNote({ kind, at }: Line, { refundsEstimated }: Order) {
  const word = kind === 'refund' ? m['orders.kind.refund']() : m['orders.kind.cancellation']()
  return (
    <>
      {`${word} · ${here().date(at)}`}
      {kind === 'refund' && refundsEstimated ? ` · ${m['orders.estimated']()}` : undefined}
    </>
  )
}

/** An order with everything that happened to it. `products` is where products' pages lie. */
export function OrderView({ order, products }: { order: Order; products: ProductsPath }) {
  const { money, dateTime } = here()
  const { mark, word } = orderState(order)
  const sums = [
    ['gross', m['orders.column.gross'](), order.grossCents],
    ['discounts', m['orders.column.discounts'](), 0 - order.discountsCents],
    ['refunds', m['orders.column.refunds'](), 0 - order.refundsCents],
    ['net', m['orders.column.net'](), order.netCents],
    ['tax', m['orders.column.tax'](), order.taxCents],
    // The one figure that the fan knows: before anything went back.
    ['paid', m['orders.paid'](), paidCents(order)],
  ] as const
  return (
    <div className={classes.columns}>
      <Frame title={m['orders.lines']()}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reached by keyboard. */}
        <section className={classes.scroll} tabIndex={0} aria-label={m['orders.lines']()}>
          <table className={classes.lines}>
            <thead>
              <tr>
                <th scope="col">{m['orders.column.what']()}</th>
                <th scope="col" data-sku>
                  {m['orders.column.sku']()}
                </th>
                <th scope="col" data-number>
                  {m['orders.column.units']()}
                </th>
                <th scope="col" data-number>
                  {m['orders.column.net']()}
                </th>
              </tr>
            </thead>
            <tbody>
              {order.lines.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order have no other name.
                <LineRow key={at} order={order} line={line} products={products} />
              ))}
            </tbody>
          </table>
        </section>
      </Frame>
      <Frame title={m['orders.summary']()} control={<Status mark={mark}>{word}</Status>}>
        <dl className={classes.facts}>
          {sums.map(([id, title, cents]) => (
            <div key={id} data-total={id === 'net' || undefined}>
              <dt>{title}</dt>
              <dd>{money(cents)}</dd>
            </div>
          ))}
          <div>
            <dt>{m['orders.column.placedAt']()}</dt>
            <dd>{dateTime(order.placedAt)}</dd>
          </div>
          <div>
            <dt>{m['orders.column.source']()}</dt>
            <dd>{sourceWord(order.source)}</dd>
          </div>
          <div>
            <dt>{m['orders.column.place']()}</dt>
            <dd>{placeOf(order)}</dd>
          </div>
        </dl>
      </Frame>
    </div>
  )
}
