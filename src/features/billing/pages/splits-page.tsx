import { mdiPlus, mdiTrashCanOutline } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isFailure, type Result, reasonOf } from '#client.ts'
import { PortalField } from '#features/portals/pages/portal-field.tsx'
import { portalsToPick } from '#features/portals/pages/portals-to-pick.ts'
import { currentPortal, permissionsOf } from '#pages/navigation.ts'
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
import { type Acting, readPortal } from './which-portal.ts'

const SplitDialog = lazy(() => import('./split-dialog.tsx'))
const CostDialog = lazy(() => import('./cost-dialog.tsx'))

/** Who shares what a portal sells, and which costs come back first: for staff, and for whose account pays it. */
export const Route = createFileRoute('/_app/billing/splits')({
  validateSearch: readPortal,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { session, api }, deps }) => {
    const { portal } = deps
    if (!can(permissionsOf(session), 'billing.managebills')) notThere()
    if (session?.user.staff)
      return portal
        ? { splits: await api.billing.listSplits({ portalId: portal }), acting: { portalId: portal } }
        : { choose: await portalsToPick(api, undefined) }
    const own = currentPortal(session)
    if (!own?.master) notThere()
    const acting = { portalId: own.id, ...(portal ? { of: portal } : {}) }
    return { splits: await api.billing.listSplits(acting), acting }
  },
  head: () => ({ meta: [{ title: `${m['billing.splits.title']()} · Backline` }] }),
  component: SplitsPage,
})

function SplitsPage() {
  const data = Route.useLoaderData()
  return data.splits ? (
    <SplitsOf splits={data.splits} acting={data.acting} />
  ) : (
    <Choose portals={data.choose ?? []} />
  )
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

function SplitsOf({ splits, acting }: { splits: Result<Splits>; acting: Acting }) {
  const { session } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const staff = session?.user.staff === true
  const [opened, setOpened] = useState<'split' | 'cost'>()
  const found = isFailure(splits) ? undefined : splits
  return (
    <Page
      title={m['billing.splits.title']()}
      {...(found
        ? {
            lead: (staff ? m['billing.splits.lead'] : m['billing.splits.leadOwn'])({
              portal: found.portal.name,
            }),
          }
        : {})}
      trail={[
        staff ? (
          <TrailLink key="billing" to="/billing">
            {m['billing.title']()}
          </TrailLink>
        ) : (
          <TrailLink key="shares" to="/billing/shares">
            {m['billing.shares.page']()}
          </TrailLink>
        ),
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
            {!staff && all.portals.length > 1 ? (
              <PortalField
                portals={all.portals.map(({ id, name }) => ({ value: id, label: name }))}
                value={all.portal.id}
                onChange={(portal) => void navigate({ search: portal ? { portal } : {} })}
              />
            ) : undefined}
            <SplitTable splits={all} acting={acting} staff={staff} />
            <h2 className={classes.heading}>{m['billing.costs.title']()}</h2>
            <CostTable splits={all} acting={acting} staff={staff} />
            <Suspense>
              {opened === 'split' ? (
                <SplitDialog
                  splits={all}
                  acting={acting}
                  staff={staff}
                  onClose={() => setOpened(undefined)}
                />
              ) : undefined}
              {opened === 'cost' ? (
                <CostDialog splits={all} acting={acting} staff={staff} onClose={() => setOpened(undefined)} />
              ) : undefined}
            </Suspense>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function SplitTable({
  splits: { portal, splits },
  acting,
  staff,
}: {
  splits: Splits
  acting: Acting
  staff: boolean
}) {
  const { api } = Route.useRouteContext()
  const { ask, dialog } = useAskFirst<Split>({
    question: () => ({
      ...{ title: m['billing.splits.removeTitle'](), text: m['billing.splits.removeText']() },
      verb: m['billing.splits.remove'](),
    }),
    act: ({ id: splitId }) => api.billing.removeSplit({ ...acting, splitId }),
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
              split.removable && (staff || split.payer === 'account') ? (
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
