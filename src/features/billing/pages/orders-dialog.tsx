import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Session } from '#features/account/contract.ts'
import { permissionsAt } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogActions, DialogParts } from '#ui/dialog-parts.tsx'
import { here } from '#ui/formats.ts'
import { Loaded } from '#ui/loaded.tsx'
import { localized } from '#ui/localized.ts'
import { Notice } from '#ui/notice.tsx'
import { Pager } from '#ui/pager.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import type { Bill, BillLine } from '../bill-shapes.ts'
import classes from './billing.module.css'
import { lineWord, rateWord } from './billing-words.ts'

/** Where the orders of a portal stand, for who may open them. */
function ordersAt(session: Session | null, portalId: string | undefined): string | undefined {
  if (!portalId) return undefined
  const permissions = permissionsAt(session, portalId)
  const [page, key] = session?.user.staff
    ? (['/products', 'products.viewproducts'] as const)
    : (['/stocks', 'stocks.viewstocks'] as const)
  return can(permissions, key) ? `${page}/orders/${portalId}` : undefined
}

/** The order lines behind a line of a bill. */
export default function OrdersDialog({
  bill,
  line,
  onClose,
}: {
  bill: Bill
  line: BillLine
  onClose: () => void
}) {
  const { api, session } = useRouteContext({ from: '__root__' })
  const orders = ordersAt(session, line.portal?.id)
  const [page, setPage] = useState(1)
  const { answer, retry } = useAnswer(
    () => api.billing.listLineOrders({ billId: bill.id, position: line.position, page }),
    `${bill.id} ${line.position} ${page}`,
  )
  const { money, number, date } = here()
  const euros = (micros: number) => money(Math.round(micros / 10_000))
  return (
    <Dialog label={m['billing.orders.title']()} onClose={onClose}>
      <DialogParts title={lineWord(line)}>
        {answer === undefined ? (
          <div style={{ minHeight: 240 }} aria-busy="true" />
        ) : (
          <Loaded of={answer} failed={m['billing.orders.failed']()} onRetry={retry}>
            {(found) => (
              <>
                {found.shareBp === null ? undefined : (
                  <p className={classes.quiet}>
                    {m['billing.orders.shared']({
                      ...{ share: rateWord(found.shareBp), whole: money(found.wholeCents) },
                    })}
                  </p>
                )}
                {found.sumCents === found.lineCents ? undefined : (
                  <Notice kind="info">
                    {Math.abs(found.sumCents - found.lineCents) > 1
                      ? m['billing.orders.differs']({ sum: money(found.sumCents) })
                      : m['billing.orders.rounded']()}
                  </Notice>
                )}
                <DataTable
                  label={m['billing.orders.title']()}
                  rows={found.items.map((item, at) => ({ ...item, at2: `${at}` }))}
                  rowKey={({ at2 }) => at2}
                  columns={[
                    {
                      id: 'product',
                      sentence: true,
                      title: m['billing.orders.product'](),
                      phone: 'main',
                      cell: ({ name, kind }) => (
                        <b className={classes.strong}>
                          {kind === 'sale'
                            ? name
                            : `${name} · ${kind === 'refund' ? m['billing.orders.refund']() : m['billing.orders.cancellation']()}`}
                        </b>
                      ),
                    },
                    {
                      id: 'order',
                      title: m['billing.orders.order'](),
                      phone: 'status',
                      cell: ({ order, orderId }) =>
                        orders && orderId ? <a href={localized(`${orders}/${orderId}`)}>{order}</a> : order,
                    },
                    {
                      id: 'day',
                      title: m['billing.orders.day'](),
                      phone: 'detail',
                      cell: ({ at }) => date(at),
                    },
                    {
                      id: 'units',
                      title: m['billing.orders.units'](),
                      numeric: true,
                      cell: ({ units }) => number(units),
                    },
                    {
                      id: 'net',
                      title: m['billing.orders.net'](),
                      numeric: true,
                      cell: ({ netMicros }) => euros(netMicros),
                    },
                    {
                      id: 'amount',
                      title: m['billing.orders.amount'](),
                      numeric: true,
                      phone: 'amount',
                      cell: ({ amountMicros }) => euros(amountMicros),
                    },
                  ]}
                />
                <Pager found={found} onPage={setPage} />
              </>
            )}
          </Loaded>
        )}
        <DialogActions>
          <Button onClick={onClose}>{m['ui.close']()}</Button>
        </DialogActions>
      </DialogParts>
    </Dialog>
  )
}
