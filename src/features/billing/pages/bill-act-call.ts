import { useRouteContext } from '@tanstack/react-router'
import type { Result } from '#client.ts'
import { todayPlus } from '#platform/windows.ts'
import { typedBp, typedCents } from '#ui/amounts.ts'
import type { Bill } from '../bill-shapes.ts'
import type { BillAct } from './bill-act-words.ts'
import { correctionOf, correctionValues } from './correction-fields.tsx'
import { ownInvoiceValues } from './own-invoice-fields.tsx'

const today = () => todayPlus(new Date())

/** All that is asked for by some act. */
export const valuesOf = (bill: Bill) => ({
  ...{ reason: '', proof: '', on: today(), type: 'Extra' as 'Extra' | 'Adjustment', description: '' },
  ...{ amount: '', taxBp: '', reference: '', ...ownInvoiceValues(bill, today()) },
  ...{ issuerName: '', recipientName: '', mended: '' },
  ...correctionValues,
})
export type ActValues = ReturnType<typeof valuesOf>

/** How each act is told to the API. */
export function useCall(
  act: BillAct,
  bill: Bill,
  staff: boolean,
): (values: ActValues) => Promise<Result<unknown>> {
  const { billing } = useRouteContext({ from: '__root__' }).api
  const billId = bill.id
  const from = { version: bill.version }
  const calls: Record<BillAct, (values: ActValues) => Promise<Result<unknown>>> = {
    close: () => billing.closeBill({ billId }, from),
    approve: ({ proof }) => billing.approveBill({ billId, ...(staff ? { proof } : {}) }, from),
    dispute: ({ reason }) => billing.disputeBill({ billId, reason }, from),
    cancel: (values) =>
      billing.cancelBill({ billId, reason: values.reason, ...correctionOf(bill, values) }, from),
    annul: ({ reason }) => billing.annulRecords({ billId, reason }, from),
    mend: ({ reason, issuerName, recipientName, mended: description }) =>
      billing.mendRecord({ billId, reason, issuerName, recipientName, description }, from),
    paid: ({ on }) => billing.setPayment({ billId, payment: 'paid', on }, from),
    returned: ({ on, reason }) => billing.setPayment({ billId, payment: 'returned', on, reason }, from),
    review: () => billing.reviewAdvance({ billId }, from),
    grant: () => billing.grantAdvance({ billId }, from),
    refuse: ({ reason }) => billing.refuseAdvance({ billId, reason }, from),
    line: ({ type, description, reason, reference, amount, taxBp }) =>
      billing.addLine(
        {
          ...{ billId, type, description, reason, reference },
          amountCents: typedCents(amount),
          taxBp: taxBp === '' ? null : typedBp(taxBp),
        },
        from,
      ),
    ownInvoice: ({ number, date, base, tax, retention, total, file }) =>
      billing.setOwnInvoice(
        {
          ...{ billId, number, date, baseCents: typedCents(base), taxCents: typedCents(tax) },
          ...{ retentionCents: typedCents(retention), totalCents: typedCents(total) },
          ...(file ? { file } : {}),
        },
        from,
      ),
  }
  return calls[act]
}
