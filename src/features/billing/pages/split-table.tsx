import { mdiTrashCanOutline } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { todayPlus } from '#platform/windows.ts'
import { useAskFirst } from '#ui/ask-first.tsx'
import { IconButton } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { Example } from '#ui/example.tsx'
import { here } from '#ui/formats.ts'
import { Status } from '#ui/status.tsx'
import type { Split, Splits } from '../splits-contract.ts'
import classes from './billing.module.css'
import { rateWord } from './billing-words.ts'
import { payerWord, subjectWord } from './split-words.ts'
import own from './splits.module.css'
import type { Acting } from './which-portal.ts'

/** Who shares what, and from when; an example where nobody else has a part. */
export function SplitTable({
  splits: { portal, splits },
  acting,
  staff,
}: {
  splits: Splits
  acting: Acting
  staff: boolean
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const { ask, dialog } = useAskFirst<Split>({
    question: () => ({
      ...{ title: m['billing.splits.removeTitle'](), text: m['billing.splits.removeText']() },
      verb: m['billing.splits.remove'](),
    }),
    act: ({ id: splitId }) => api.billing.removeSplit({ ...acting, splitId }),
    done: () => m['billing.splits.removed'](),
    failed: (failure) => reasonOf(failure) ?? m['billing.failed'](),
  })
  const today = todayPlus(new Date())
  const table = (rows: readonly Split[]) => (
    <DataTable
      label={m['billing.splits.list']()}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'subject',
          title: m['billing.splits.subject'](),
          phone: 'main',
          cell: ({ subject }) => <b className={classes.strong}>{subjectWord(subject)}</b>,
        },
        {
          id: 'parties',
          title: m['billing.splits.parties'](),
          phone: 'wide',
          cell: ({ parties, payer }) => (
            <span className={own.parties}>
              {parties.map(({ account, shareBp }) => (
                <span key={account.id}>
                  <b>{rateWord(shareBp)}</b> {account.name}
                </span>
              ))}
              <span className={classes.quiet}>{payerWord(payer, portal.account.name)}</span>
            </span>
          ),
        },
        {
          id: 'from',
          title: m['billing.splits.from'](),
          phone: 'amount',
          cell: ({ validFrom }) => here().date(validFrom),
        },
        {
          id: 'state',
          title: m['billing.splits.status'](),
          phone: 'status',
          cell: ({ current, validFrom }) =>
            current ? (
              <Status mark="live">{m['billing.splits.current']()}</Status>
            ) : validFrom > today ? (
              <Status mark="draft">{m['billing.splits.later']()}</Status>
            ) : (
              <Status mark="paused">{m['billing.splits.past']()}</Status>
            ),
        },
        {
          id: 'remove',
          title: m['billing.splits.remove'](),
          hiddenTitle: true,
          phone: 'menu',
          cell: (split) =>
            split.removable && (staff || split.payer === 'account') ? (
              <IconButton
                path={mdiTrashCanOutline}
                label={m['billing.splits.remove']()}
                onClick={() => ask(split)}
              />
            ) : undefined,
        },
      ]}
    />
  )
  if (splits.length === 0)
    return (
      <>
        <Empty
          title={m['billing.splits.empty.title']()}
          text={m['billing.splits.empty.text']({ account: portal.account.name })}
        />
        <Example
          load={() =>
            import('./example-splits.ts').then(({ exampleSplits }) => exampleSplits(portal.account, today))
          }
        >
          {table}
        </Example>
      </>
    )
  return (
    <>
      {table(splits)}
      {dialog}
    </>
  )
}
