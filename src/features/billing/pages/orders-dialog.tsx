import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogActions, DialogParts } from '#ui/dialog-parts.tsx'
import { here } from '#ui/formats.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Notice } from '#ui/notice.tsx'
import { Pager } from '#ui/pager.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import type { Bill, BillLine } from '../contract.ts'
import classes from './billing.module.css'
import { lineWord } from './billing-words.ts'

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
  const { api } = useRouteContext({ from: '__root__' })
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
                {Math.abs(found.sumCents - found.lineCents) > 1 ? (
                  <Notice kind="info">{m['billing.orders.differs']({ sum: money(found.sumCents) })}</Notice>
                ) : undefined}
                <DataTable
                  label={m['billing.orders.title']()}
                  rows={found.items.map((item, at) => ({ ...item, at2: `${at}` }))}
                  rowKey={({ at2 }) => at2}
                  columns={[
                    {
                      id: 'product',
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
                      cell: ({ order }) => order,
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
