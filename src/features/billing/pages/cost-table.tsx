import { mdiFileDownloadOutline, mdiTrashCanOutline } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { useAskFirst } from '#ui/ask-first.tsx'
import { IconButton } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Status } from '#ui/status.tsx'
import type { Cost, Splits } from '../splits-contract.ts'
import classes from './billing.module.css'
import { saveOrSay } from './save-or-say.ts'
import { costKindWord, subjectWord } from './split-words.ts'
import own from './splits.module.css'
import type { Acting } from './which-portal.ts'

/** Costs with how far they have come back. */
export function CostTable({
  splits: { portal, costs },
  acting,
  staff,
}: {
  splits: Splits
  acting: Acting
  staff: boolean
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const { money, date, month } = here()
  const { ask, dialog } = useAskFirst<Cost>({
    question: () => ({
      ...{ title: m['billing.costs.withdrawTitle'](), text: m['billing.costs.withdrawText']() },
      ...{ verb: m['billing.costs.withdraw'](), danger: true },
    }),
    act: ({ id: costId }) => api.billing.withdrawCost({ ...acting, costId }),
    done: () => m['billing.costs.done'](),
    failed: (failure) => reasonOf(failure) ?? m['billing.failed'](),
  })
  if (costs.length === 0) return <p className={classes.quiet}>{m['billing.costs.empty']()}</p>
  return (
    <>
      <DataTable
        label={m['billing.costs.title']()}
        rows={costs}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'what',
            title: m['billing.costs.what'](),
            phone: 'main',
            cell: ({ description, kind, subject, account, party }) => (
              <span className={own.parties} data-main>
                <b className={classes.strong}>{description}</b>
                <span className={classes.quiet}>
                  {[
                    ...[costKindWord(kind), subjectWord(subject), account.name],
                    ...(party ? [m['billing.costs.offOne']({ account: party.name })] : []),
                  ].join(' · ')}
                </span>
              </span>
            ),
          },
          { id: 'day', title: m['billing.costs.day'](), cell: ({ day }) => date(day) },
          { id: 'month', title: m['billing.costs.month'](), cell: (cost) => month(cost.month) },
          {
            id: 'amount',
            title: m['billing.costs.amount'](),
            numeric: true,
            phone: 'amount',
            cell: ({ amountCents }) => money(amountCents),
          },
          {
            id: 'back',
            title: m['billing.costs.back'](),
            numeric: true,
            phone: 'wide',
            cell: ({ recoupedCents, withdrawnAt }) =>
              withdrawnAt ? (
                <Status mark="paused">{m['billing.costs.withdrawn']()}</Status>
              ) : (
                <span>
                  <span className={own.phone}>{m['billing.costs.back']()} </span>
                  {money(recoupedCents)}
                </span>
              ),
          },
          {
            id: 'acts',
            title: m['billing.costs.withdraw'](),
            hiddenTitle: true,
            phone: 'menu',
            cell: (cost) => (
              <span className="bl-buttons">
                <IconButton
                  path={mdiFileDownloadOutline}
                  label={m['billing.costs.open']()}
                  onClick={() => saveOrSay(`/api/portal/${portal.id}/cost/${cost.id}/file`)}
                />
                {cost.withdrawnAt || !(staff || cost.account.id === portal.account.id) ? undefined : (
                  <IconButton
                    path={mdiTrashCanOutline}
                    label={m['billing.costs.withdraw']()}
                    onClick={() => ask(cost)}
                  />
                )}
              </span>
            ),
          },
        ]}
      />
      {dialog}
    </>
  )
}
