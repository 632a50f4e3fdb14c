import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Status } from '#ui/status.tsx'
import type { FiscalIssuer } from '../fiscal-contract.ts'
import classes from './billing.module.css'
import { modeNames } from './fiscal-words.ts'
import own from './splits.module.css'

interface IssuersProps {
  issuers: readonly FiscalIssuer[]
  onLook: (at: FiscalIssuer) => void
}

/** Who issues, each with its mode, since when it is obliged, and what is open of its records. */
export function FiscalIssuers({ issuers, onLook }: IssuersProps) {
  const { date, number } = here()
  const columns: Column<FiscalIssuer>[] = [
    {
      id: 'issuer',
      title: m['billing.fiscal.issuer'](),
      phone: 'main',
      cell: ({ name, taxId }) => (
        <span className={own.parties} data-main>
          <b className={classes.strong}>{name}</b>
          <span className={classes.quiet}>{taxId}</span>
        </span>
      ),
    },
    {
      id: 'mode',
      title: m['billing.fiscal.modeColumn'](),
      phone: 'status',
      cell: ({ mode, own: ofItsOwn, next }) => (
        <>
          <Status mark={mode === 'off' ? 'draft' : 'live'}>
            {modeNames[mode]()}
            {ofItsOwn ? ` · ${m['billing.fiscal.own']()}` : ''}
          </Status>
          {next ? (
            <small className={classes.quiet}>
              {m['billing.fiscal.next']({
                day: date(next.from),
                mode: next.mode ? modeNames[next.mode]() : m['billing.fiscal.mode.default'](),
              })}
            </small>
          ) : undefined}
        </>
      ),
    },
    {
      id: 'obliged',
      title: m['billing.fiscal.obliged'](),
      cell: ({ obligedFrom }) => date(obligedFrom),
    },
    { id: 'open', title: m['billing.fiscal.open'](), phone: 'detail', cell: openWord },
    {
      id: 'records',
      title: m['billing.fiscal.records'](),
      numeric: true,
      cell: ({ records }) => number(records),
    },
    {
      id: 'acts',
      title: m['billing.fiscal.acts']({ name: '' }),
      hiddenTitle: true,
      phone: 'menu',
      cell: (of) => (
        <Button size="sm" aria-label={m['billing.fiscal.acts']({ name: of.name })} onClick={() => onLook(of)}>
          {m['billing.fiscal.look']()}
        </Button>
      ),
    },
  ]
  return (
    <DataTable
      label={m['billing.fiscal.issuers']()}
      columns={columns}
      rows={issuers}
      rowKey={({ taxId }) => taxId}
    />
  )
}

const openWord = ({ waiting, attention, unsigned }: FiscalIssuer) =>
  [
    ...(waiting > 0 ? [m['billing.fiscal.openWaiting']({ count: waiting })] : []),
    ...(attention > 0 ? [m['billing.fiscal.openAttention']({ count: attention })] : []),
    ...(unsigned > 0 ? [m['billing.fiscal.openUnsigned']({ count: unsigned })] : []),
  ].join(', ') || m['billing.fiscal.nothingOpen']()
