import { Link } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import type { Bill } from '../bill-shapes.ts'
import classes from './charges.module.css'

/** What invoices of the provider have settled of a bill; nothing where there is none. */
export function BillOffsets({ bill }: { bill: Bill }) {
  const { money } = here()
  if (bill.offsets.length === 0) return undefined
  return (
    <>
      <ul className={classes.list}>
        <li>
          <span>{m['billing.column.payable']()}</span>
          <b>{money(bill.totals.payableCents)}</b>
        </li>
        {bill.offsets.map(({ chargeId, number, amountCents }) => (
          <li key={`${chargeId} ${amountCents}`}>
            <Link to="/billing/charges/$chargeId" params={{ chargeId }}>
              {m['billing.charges.offsetOf']({ number })}
            </Link>
            <b>{money(-amountCents)}</b>
          </li>
        ))}
      </ul>
      <small>{m['billing.charges.law']()}</small>
    </>
  )
}
