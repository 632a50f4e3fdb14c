import { lazy, Suspense, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { billTypes } from '#platform/constants.ts'
import { here } from '#ui/formats.ts'
import type { Bill, BillLine } from '../bill-shapes.ts'
import { lineTypes } from '../choices.ts'
import classes from './bill-page.module.css'
import {
  amountWord,
  goodsWord,
  lineWord,
  mentionWord,
  rateWord,
  retentionWord,
  taxNameWord,
  taxWord,
  typeWord,
} from './billing-words.ts'

const OrdersDialog = lazy(() => import('./orders-dialog.tsx'))

/** Lines by type, each automatic one opening down to its orders, and what they come to. */
export function BillLines({ bill, staff }: { bill: Bill; staff: boolean }) {
  const [opened, setOpened] = useState<BillLine>()
  // What was settled stands among the totals of a bill; an advance's own line is all it has.
  const shown = bill.lines.filter(({ type }) => bill.type === billTypes.advances || type !== 'Advance')
  return (
    <>
      {shown.length === 0 ? (
        <p className={classes.small} style={{ padding: '20px 0' }}>
          {m['billing.bill.noLines']()}
        </p>
      ) : (
        <LinesTable bill={bill} lines={shown} onOpen={setOpened} />
      )}
      <TotalsList bill={bill} staff={staff} />
      {bill.taxMention ? <p className={classes.small}>{mentionWord(bill)}</p> : undefined}
      {bill.lines.some(({ opens }) => opens) ? (
        <p className={classes.small}>{roundedWord(bill)}</p>
      ) : undefined}
      {opened ? (
        <Suspense>
          <OrdersDialog bill={bill} line={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      ) : undefined}
    </>
  )
}

interface TableProps {
  bill: Bill
  lines: readonly BillLine[]
  onOpen: (line: BillLine) => void
}

function LinesTable({ bill, lines, onOpen }: TableProps) {
  const groups = lineTypes
    .map((type) => [type, lines.filter((line) => line.type === type)] as const)
    .filter(([, ofType]) => ofType.length > 0)
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{m['billing.bill.concept']()}</th>
          <th scope="col" className={classes.number} data-wide>
            {m['billing.bill.units']()}
          </th>
          <th scope="col" className={classes.number} data-wide>
            {taxNameWord(bill.taxName)}
          </th>
          <th scope="col" className={classes.number}>
            {m['billing.bill.amount']()}
          </th>
        </tr>
      </thead>
      {groups.map(([type, ofType]) => (
        <tbody key={type}>
          <tr className={classes.group}>
            <th scope="rowgroup" colSpan={1}>
              {typeWord(type)}
            </th>
            <td data-wide />
            <td data-wide />
            <th className={classes.number}>
              {here().money(ofType.reduce((sum, line) => sum + line.amountCents, 0))}
            </th>
          </tr>
          {ofType.map((line) => (
            <LineRow key={line.position} bill={bill} line={line} onOpen={onOpen} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function LineRow({ bill, line, onOpen }: Omit<TableProps, 'lines'> & { line: BillLine }) {
  const { money, number } = here()
  return (
    <tr>
      <td>
        {line.opens ? (
          <button type="button" className={classes.opens} onClick={() => onOpen(line)}>
            {lineWord(line)}
          </button>
        ) : (
          lineWord(line)
        )}
        <LineNote line={line} />
        {line.goods.length > 0 ? <LineGoods line={line} /> : undefined}
      </td>
      <td className={classes.number} data-wide>
        {line.units ? number(line.units) : ''}
      </td>
      <td className={classes.number} data-wide>
        {bill.taxMention ? '–' : rateWord(line.taxBp)}
      </td>
      <td className={classes.number}>{money(line.amountCents)}</td>
    </tr>
  )
}

/** At which commission its sales are, or what its words refer to. */
function LineNote({ line }: { line: BillLine }) {
  if (line.type === 'Income' && line.commissionBp !== null)
    return (
      <span className={classes.small}>
        {m['billing.line.commission']({ rate: rateWord(line.commissionBp) })}
      </span>
    )
  if (!line.reference || !line.description) return undefined
  return <span className={classes.small}>{line.reference}</span>
}

const LineGoods = ({ line }: { line: BillLine }) => (
  <details className={classes.small}>
    <summary>{m['billing.line.products']({ count: here().number(line.goods.length) })}</summary>
    {line.goods.map((goods) => (
      <span key={`${goods.sku}`} className={classes.small}>
        {goodsWord(line, goods)}
      </span>
    ))}
  </details>
)

/** Why what was sold differs by cents from analytics: with both sums, where they are known. */
function roundedWord({ rounding }: Bill): string {
  const { money } = here()
  return rounding
    ? m['billing.bill.roundedBy']({ lines: money(rounding.linesCents), once: money(rounding.onceCents) })
    : m['billing.bill.rounded']()
}

function TotalsList({ bill, staff }: { bill: Bill; staff: boolean }) {
  const { money } = here()
  const { totals, retentionBp } = bill
  return (
    <dl className={classes.totals}>
      {totals.settledCents !== 0 ? (
        <>
          <Sum name={m['billing.bill.earned']()} value={money(totals.earnedCents)} />
          <Sum name={m['billing.bill.settled']()} value={money(-totals.settledCents)} />
        </>
      ) : undefined}
      <Sum name={m['billing.bill.base']()} value={money(totals.baseCents)} strong />
      {totals.groups.map((group) => (
        <Sum key={group.taxBp} name={taxWord(bill, group.taxBp)} value={money(group.taxCents)} />
      ))}
      <Sum name={m['billing.bill.total']()} value={money(totals.totalCents)} strong />
      {retentionBp > 0 ? (
        <Sum name={retentionWord(bill.retentionTax, retentionBp)} value={money(-totals.retentionCents)} />
      ) : undefined}
      <div data-last>
        <dt>{amountWord(bill, staff)}</dt>
        <dd>{money(totals.payableCents)}</dd>
      </div>
    </dl>
  )
}

const Sum = ({ name, value, strong }: { name: string; value: string; strong?: boolean }) => (
  <div data-strong={strong || undefined}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
