import { Link } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { DataTable } from '#ui/data-table.tsx'
import { Frame } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import type { FiscalRecordHead } from '../fiscal-contract.ts'
import classes from './billing.module.css'

/** Records that the agency refused or took with errors, each leading to what it is of; nothing where there are none. */
export function FiscalAttention({ records }: { records: { items: FiscalRecordHead[] } }) {
  if (records.items.length === 0) return null
  return (
    <Frame title={m['billing.fiscal.attention']()}>
      <div className={classes.stack}>
        <p className={classes.quiet}>{m['billing.fiscal.attentionText']()}</p>
        <DataTable
          label={m['billing.fiscal.attention']()}
          rows={records.items}
          rowKey={({ issuerTaxId, sequence }) => `${issuerTaxId} ${sequence}`}
          columns={[
            {
              id: 'record',
              title: m['billing.fiscal.record'](),
              phone: 'main',
              cell: ({ billId, chargeId, number }) =>
                billId ? (
                  <Link to="/billing/$billId" params={{ billId }} className={classes.strong} data-row>
                    {number}
                  </Link>
                ) : (
                  <Link
                    to="/billing/charges/$chargeId"
                    params={{ chargeId: chargeId ?? '' }}
                    className={classes.strong}
                    data-row
                  >
                    {number}
                  </Link>
                ),
            },
            {
              id: 'kind',
              title: m['billing.fiscal.what'](),
              cell: ({ kind }) =>
                kind === 'alta' ? m['billing.records.issue']() : m['billing.records.annulment'](),
            },
            {
              id: 'state',
              title: m['billing.fiscal.state'](),
              phone: 'status',
              cell: ({ state }) =>
                state === 'rejected' ? (
                  <Status mark="broken">{m['billing.records.rejected']()}</Status>
                ) : (
                  <Status mark="review">{m['billing.records.acceptedWithErrors']()}</Status>
                ),
            },
            {
              id: 'answer',
              title: m['billing.fiscal.answer'](),
              phone: 'wide',
              sentence: true,
              cell: ({ errorCode, errorText }) =>
                m['billing.records.said']({ code: errorCode ?? '–', text: errorText ?? '' }),
            },
          ]}
        />
      </div>
    </Frame>
  )
}
