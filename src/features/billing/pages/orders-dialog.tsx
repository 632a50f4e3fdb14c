import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Api, type Failure, isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogActions, DialogParts } from '#ui/dialog-parts.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { Pager } from '#ui/pager.tsx'
import type { Bill, BillLine } from '../contract.ts'
import classes from './billing.module.css'
import { lineWord } from './billing-words.ts'

type Orders = Exclude<Awaited<ReturnType<Api['billing']['listLineOrders']>>, Failure | undefined>

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
  const [found, setFound] = useState<Orders | 'failed'>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again.
  useEffect(() => {
    let gone = false
    api.billing.listLineOrders({ billId: bill.id, position: line.position, page }).then((result) => {
      if (!gone) setFound(isFailure(result) ? 'failed' : result)
    })
    return () => {
      gone = true
    }
  }, [api, bill.id, line.position, page, tries])
  const { money, number, date } = here()
  const euros = (micros: number) => money(Math.round(micros / 10_000))
  return (
    <Dialog label={m['billing.orders.title']()} onClose={onClose}>
      <DialogParts title={lineWord(line)}>
        {found === undefined ? (
          <div style={{ minHeight: 240 }} aria-busy="true" />
        ) : found === 'failed' ? (
          <ErrorState title={m['billing.orders.failed']()} onRetry={() => setTries((now) => now + 1)} />
        ) : (
          <>
            {found.sumCents !== found.lineCents ? (
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
                { id: 'day', title: m['billing.orders.day'](), phone: 'detail', cell: ({ at }) => date(at) },
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
        <DialogActions>
          <Button onClick={onClose}>{m['ui.close']()}</Button>
        </DialogActions>
      </DialogParts>
    </Dialog>
  )
}
