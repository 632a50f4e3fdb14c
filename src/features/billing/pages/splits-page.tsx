import { mdiPlus, mdiTrashCanOutline } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isFailure, type Result, reasonOf } from '#client.ts'
import { PortalField } from '#features/portals/pages/portal-field.tsx'
import { portalsToPick } from '#features/portals/pages/portals-to-pick.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { useAskFirst } from '#ui/ask-first.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { here } from '#ui/formats.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Frame, Page, TrailLink } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import type { Split, Splits } from '../splits-contract.ts'
import classes from './billing.module.css'
import { rateWord } from './billing-words.ts'
import { CostTable } from './cost-table.tsx'
import { payerWord, subjectWord } from './split-words.ts'
import own from './splits.module.css'
import { readPortal } from './which-portal.ts'

const SplitDialog = lazy(() => import('./split-dialog.tsx'))
const CostDialog = lazy(() => import('./cost-dialog.tsx'))

/** For staff: who shares what a portal sells, and which costs come back first. */
export const Route = createFileRoute('/_app/billing/splits')({
  validateSearch: readPortal,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { session, api }, deps }) => {
    const { portal: portalId } = deps
    if (!session?.user.staff || !can(permissionsOf(session), 'billing.managebills')) notThere()
    return portalId
      ? { splits: await api.billing.listSplits({ portalId }) }
      : { choose: await portalsToPick(api, undefined) }
  },
  head: () => ({ meta: [{ title: `${m['billing.splits.title']()} · Backline` }] }),
  component: SplitsPage,
})

function SplitsPage() {
  const data = Route.useLoaderData()
  return data.splits ? <SplitsOf splits={data.splits} /> : <Choose portals={data.choose ?? []} />
}

/** Without a portal in the address: of which one? */
function Choose({ portals }: { portals: Awaited<ReturnType<typeof portalsToPick>> }) {
  const navigate = Route.useNavigate()
  return (
    <Page
      title={m['billing.splits.title']()}
      lead={m['billing.splits.chooseText']()}
      trail={[
        <TrailLink key="billing" to="/billing">
          {m['billing.title']()}
        </TrailLink>,
        m['billing.splits.title'](),
      ]}
    >
      <Frame title={m['billing.splits.chooseTitle']()}>
        <PortalField
          portals={portals}
          value=""
          onChange={(portal) => void navigate({ search: portal ? { portal } : {} })}
        />
      </Frame>
    </Page>
  )
}

function SplitsOf({ splits }: { splits: Result<Splits> }) {
  const [opened, setOpened] = useState<'split' | 'cost'>()
  const found = isFailure(splits) ? undefined : splits
  return (
    <Page
      title={m['billing.splits.title']()}
      {...(found ? { lead: m['billing.splits.lead']({ portal: found.portal.name }) } : {})}
      trail={[
        <TrailLink key="billing" to="/billing">
          {m['billing.title']()}
        </TrailLink>,
        found?.portal.name ?? '',
      ]}
      actions={
        <>
          <Button look="primary" icon={mdiPlus} onClick={() => setOpened('split')}>
            {m['billing.splits.add']()}
          </Button>
          <Button icon={mdiPlus} onClick={() => setOpened('cost')}>
            {m['billing.costs.add']()}
          </Button>
        </>
      }
    >
      <Loaded of={splits} failed={m['billing.splits.loadFailed']()}>
        {(all) => (
          <>
            <SplitTable splits={all} />
            <h2 className={classes.heading}>{m['billing.costs.title']()}</h2>
            <CostTable splits={all} />
            <Suspense>
              {opened === 'split' ? (
                <SplitDialog splits={all} onClose={() => setOpened(undefined)} />
              ) : undefined}
              {opened === 'cost' ? (
                <CostDialog splits={all} onClose={() => setOpened(undefined)} />
              ) : undefined}
            </Suspense>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function SplitTable({ splits: { portal, splits } }: { splits: Splits }) {
  const { api } = Route.useRouteContext()
  const { ask, dialog } = useAskFirst<Split>({
    question: () => ({
      ...{ title: m['billing.splits.removeTitle'](), text: m['billing.splits.removeText']() },
      verb: m['billing.splits.remove'](),
    }),
    act: ({ id: splitId }) => api.billing.removeSplit({ portalId: portal.id, splitId }),
    done: () => m['billing.splits.removed'](),
    failed: (failure) => reasonOf(failure) ?? m['billing.failed'](),
  })
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Madrid' })
  if (splits.length === 0)
    return (
      <Empty
        title={m['billing.splits.empty.title']()}
        text={m['billing.splits.empty.text']({ account: portal.account.name })}
      />
    )
  return (
    <>
      <DataTable
        label={m['billing.splits.list']()}
        rows={splits}
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
              split.removable ? (
                <Button
                  look="ghost"
                  icon={mdiTrashCanOutline}
                  aria-label={m['billing.splits.remove']()}
                  onClick={() => ask(split)}
                />
              ) : undefined,
          },
        ]}
      />
      {dialog}
    </>
  )
}
