import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import type { Movement, StockRow } from '../contract.ts'
import { Ledger } from './ledger.tsx'
import { LevelsForm } from './levels-form.tsx'
import { MoveForm } from './move-form.tsx'
import { paceSentence } from './stock-words.ts'
import classes from './stocks.module.css'

interface StockViewProps {
  portalId: string
  stock: StockRow & { movements: Movement[]; movementsTotal: number }
  /** What units can go over to; undefined for who may only look. */
  others: readonly StockRow[] | undefined
  /** Where the orders are that a movement names. */
  orders: string
}

/** How many there are of a variant, what happened to them, and what can be written down. */
export function StockView({ portalId, stock, others, orders }: StockViewProps) {
  const { number } = here()
  const figures = [
    ['onHand', m['stocks.column.onHand'](), stock.onHand],
    ['committed', m['stocks.column.committed'](), stock.committed],
    ['safety', m['stocks.column.safety'](), stock.safety],
    ['available', m['stocks.column.available'](), stock.available],
    ['incoming', m['stocks.column.incoming'](), stock.incoming],
  ] as const
  const pace = paceSentence(stock)
  return (
    <div className={classes.stack}>
      <div>
        <dl className={classes.figures}>
          {figures.map(([id, title, value]) => (
            <div key={id}>
              <dt>{title}</dt>
              <dd>{number(value)}</dd>
            </div>
          ))}
        </dl>
        <p className={classes.note}>{m['stocks.formula']()}</p>
        {pace ? <p>{pace}</p> : undefined}
      </div>
      <div className={classes.columns}>
        <Frame title={m['stocks.ledger.title']()}>
          <Ledger movements={stock.movements} total={stock.movementsTotal} orders={orders} />
        </Frame>
        {others ? (
          <div className={classes.stack}>
            <Frame title={m['stocks.move.title']()}>
              <MoveForm
                portalId={portalId}
                stock={stock}
                others={others.filter(({ id }) => id !== stock.id)}
              />
            </Frame>
            <Frame title={m['stocks.levels.title']()}>
              <LevelsForm key={stock.id} portalId={portalId} stock={stock} />
            </Frame>
          </div>
        ) : undefined}
      </div>
    </div>
  )
}
