import { mdiPlus } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isFailure, type Result } from '#client.ts'
import { PortalField } from '#features/portals/pages/portal-field.tsx'
import { portalsToPick } from '#features/portals/pages/portals-to-pick.ts'
import { currentPortal, permissionsOf } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Frame, Page, TrailLink } from '#ui/page.tsx'
import type { Splits } from '../splits-contract.ts'
import classes from './billing.module.css'
import { CostTable } from './cost-table.tsx'
import { SplitTable } from './split-table.tsx'
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
