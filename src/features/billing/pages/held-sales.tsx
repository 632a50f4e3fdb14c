import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import type { HeldSales as Held } from '../bill-shapes.ts'
import classes from './billing.module.css'

const columns = (): Column<Held>[] => {
  const { date, money, number } = here()
  const name = ({ product }: Held) => (getLocale() === 'en' && product.name.en) || product.name.es
  return [
    { id: 'product', title: m['billing.held.product'](), phone: 'main', cell: name },
    { id: 'portal', title: m['billing.held.portal'](), phone: 'detail', cell: ({ portal }) => portal.name },
    { id: 'on', title: m['billing.held.on'](), phone: 'detail', cell: ({ on }) => date(on) },
    {
      ...{ id: 'units', title: m['billing.held.units'](), numeric: true, phone: 'detail' },
      unit: ({ units }) => (units === 1 ? m['billing.held.oneUnit']() : m['billing.held.unit']()),
      cell: ({ units }) => number(units),
    },
    {
      ...{ id: 'income', title: m['billing.held.income'](), numeric: true, phone: 'amount' },
      cell: ({ incomeCents }) => money(incomeCents),
    },
  ]
}

/** What is not owed yet because its product is still to come, and when it will be. */
export function HeldSales({ held }: { held: Held[] }) {
  return (
    <>
      <h2 className={classes.heading}>{m['billing.held.title']()}</h2>
      <p className={classes.quiet}>{m['billing.held.lead']()}</p>
      <DataTable
        label={m['billing.held.title']()}
        columns={columns()}
        rows={held}
        rowKey={({ product, on }) => `${product.id} ${on}`}
      />
    </>
  )
}
