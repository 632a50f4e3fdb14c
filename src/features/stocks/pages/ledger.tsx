import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { localized } from '#ui/localized.ts'
import type { Movement } from '../contract.ts'
import { kindWord } from './stock-words.ts'
import classes from './stocks.module.css'

const signed = (value: number, text: string) => (value > 0 ? `+${text}` : text)

/** What happened to a variant, the latest first. Nothing of it is ever changed. */
export function Ledger({
  movements,
  total,
  orders,
}: {
  movements: Movement[]
  total: number
  orders: string
}) {
  const { number, dateTime } = here()
  if (movements.length === 0) return <p className={classes.note}>{m['stocks.ledger.empty']()}</p>
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reached by keyboard. */}
      <section className={classes.scroll} tabIndex={0} aria-label={m['stocks.ledger.title']()}>
        <table className={classes.ledger}>
          <thead>
            <tr>
              <th scope="col">{m['stocks.ledger.at']()}</th>
              <th scope="col">{m['stocks.ledger.what']()}</th>
              <th scope="col" data-number>
                {m['stocks.ledger.units']()}
              </th>
              <th scope="col" data-number>
                {m['stocks.column.committed']()}
              </th>
              <th scope="col" data-number>
                {m['stocks.ledger.left']()}
              </th>
            </tr>
          </thead>
          <tbody>
            {movements.map((one) => (
              <tr key={one.id}>
                <td data-cell="when">
                  {dateTime(one.at)}
                  {one.person ? <small>{one.person}</small> : undefined}
                </td>
                <td data-cell="what">
                  {kindWord(one.kind)}
                  {one.order ? (
                    <small>
                      <a href={localized(`${orders}?q=${encodeURIComponent(one.order.externalId)}`)}>
                        {m['stocks.ledger.order']({ order: one.order.externalId })}
                      </a>
                    </small>
                  ) : undefined}
                  {one.note ? <small>{one.note}</small> : undefined}
                </td>
                <td data-number data-cell="units">
                  {one.units === 0 ? m['ui.none']() : signed(one.units, number(one.units))}
                </td>
                <td data-number data-cell="committed">
                  {one.committed === 0 ? m['ui.none']() : signed(one.committed, number(one.committed))}
                </td>
                <td data-number data-cell="left" data-label={m['stocks.ledger.left']()}>
                  {number(one.onHandAfter)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {total > movements.length ? (
        <p className={classes.note}>{m['stocks.ledger.more']({ count: number(total - movements.length) })}</p>
      ) : undefined}
    </>
  )
}
