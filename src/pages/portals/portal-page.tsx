import { mdiOpenInNew, mdiScaleBalance } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { AccountFrame } from '#features/accounts/pages/account-frame.tsx'
import { TimelineFrame } from '#features/activity/pages/timeline-frame.tsx'
import { AccountLinks } from '#features/billing/pages/account-links.tsx'
import { contentTabs } from '#features/portals/pages/content-place.ts'
import { DeletePortal } from '#features/portals/pages/delete-portal.tsx'
import { LegalFrame } from '#features/portals/pages/legal-frame.tsx'
import { PortalForm } from '#features/portals/pages/portal-form.tsx'
import classes from '#features/portals/pages/portal-page.module.css'
import type { OnePortal } from '#features/portals/pages/portal-values.ts'
import { domainMark, domainWord, typeWord } from '#features/portals/pages/portal-words.ts'
import { mayReadActivity, permissionsAt } from '#pages/navigation.ts'
import { idsOrNotThere, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { billingView, can } from '#platform/permissions.ts'
import { Button, ButtonAnchor, ButtonLink } from '#ui/button.tsx'
import { Cover } from '#ui/cover.tsx'
import { EntityPage, versionKey } from '#ui/entity-page.tsx'
import { here } from '#ui/formats.ts'
import { localized } from '#ui/localized.ts'
import { Frame } from '#ui/page.tsx'
import { Badge, Status } from '#ui/status.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.tsx'
import { TeamFrame } from './portal-team.tsx'

export const Route = createFileRoute('/_app/portals/$portalId')({
  beforeLoad: ({ params }) => idsOrNotThere(params),
  loader: async ({ context, params }) => {
    const portal = orNotThere(await context.api.portals.getPortal(params))
    // One moment for all «hace 4 min» of the page, the same on the server and in the browser.
    const account =
      context.session?.user.staff && !isFailure(portal)
        ? await context.api.accounts.getAccount({ accountId: portal.account.id })
        : undefined
    const activity =
      mayReadActivity(context.session) &&
      can(permissionsAt(context.session, params.portalId), 'portal.manageportals')
        ? await context.api.activity.listActivity({ portal: params.portalId })
        : undefined
    return { portal, account, activity, now: new Date() }
  },
  head: ({ loaderData }) => {
    const portal = loaderData?.portal
    return { meta: [{ title: `${isFailure(portal) ? m['portals.title']() : portal.name} · Backline` }] }
  },
  component: PortalPage,
})

function PortalPage() {
  const loaded = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  return (
    <EntityPage
      entity={loaded.portal}
      failed={m['portals.one.loadFailed']()}
      list={{ to: '/portals', title: m['portals.title']() }}
      step={({ name }) => name}
      title={(portal) => (
        <span className={classes.title}>
          <Cover of={portal} size={40} />
          {portal.name}
          <Badge>{typeWord(portal)}</Badge>
        </span>
      )}
      lead={({ account, code }) => m['portals.one.lead']({ account: account.name, code })}
      actions={(portal) => <Actions portal={portal} />}
      tabs={(portal) => <PartTabs portal={portal} />}
    >
      {(portal) => {
        const keys = permissionsAt(session, portal.id)
        const side = <Side {...loaded} portal={portal} />
        return (
          <>
            {can(keys, 'portal.editconfiguration') ? (
              <PortalForm key={versionKey(portal)} portal={portal} side={side} />
            ) : (
              <div className={classes.columns}>
                <Frame title={m['portals.one.data']()}>
                  <Facts portal={portal} />
                </Frame>
                <div className={classes.side}>{side}</div>
              </div>
            )}
            {can(keys, 'portal.manageportals') ? <DeletePortal portal={portal} /> : undefined}
          </>
        )
      }}
    </EntityPage>
  )
}

/** The parts of its page, for whoever may edit more than one. */
function PartTabs({ portal: { id, name } }: { portal: OnePortal }) {
  const { session } = Route.useRouteContext()
  const base = `/portals/${id}`
  const tabs = contentTabs({ portal: { id, name, permissions: permissionsAt(session, id) }, base }, session)
  return tabs.length > 1 ? <Tabs label={m['portals.one.tabs']()} tabs={tabs} path={base} /> : undefined
}

function Actions({ portal }: { portal: OnePortal }) {
  const { api, session } = Route.useRouteContext()
  const isCurrent = session?.currentPortalId === portal.id
  // Members open no other portal's page.
  const isMine = session?.user.staff === false
  const workHere = async () => {
    const switched = await api.account.switchPortal({ portalId: portal.id })
    if (isFailure(switched)) toast(m['shell.portal.failed'](), { kind: 'error' })
    else window.location.assign(localized('/'))
  }
  return (
    <>
      {isCurrent ? <ButtonLink to="/dashboard/links">{m['portals.one.links']()}</ButtonLink> : undefined}
      {isMine && !isCurrent ? <Button onClick={workHere}>{m['portals.one.workHere']()}</Button> : undefined}
      <ButtonAnchor look="primary" icon={mdiOpenInNew} href={portal.url} target="_blank" rel="noreferrer">
        {m['portals.one.open']()}
      </ButtonAnchor>
    </>
  )
}

/** Who may change what the account's master portal decides. */
const opensMaster = (session: Session | null, { masterPortal }: OnePortal) =>
  Boolean(masterPortal?.id) && can(permissionsAt(session, masterPortal?.id ?? ''), 'portal.editconfiguration')

type Beside = Omit<ReturnType<typeof Route.useLoaderData>, 'portal'> & { portal: OnePortal }

/** Its account, its legal texts, its bills, its team and what was changed. */
function Side({ portal, account, activity, now }: Beside) {
  const { session } = Route.useRouteContext()
  const keys = permissionsAt(session, portal.id)
  return (
    <>
      {isFailure(account) ? undefined : (
        <AccountFrame key={account.version} account={account} editable={can(keys, 'portal.manageportals')} />
      )}
      <LegalFrame portal={portal} opensMaster={opensMaster(session, portal)}>
        <ButtonLink
          size="sm"
          icon={mdiScaleBalance}
          to="/portals/$portalId/legal"
          params={{ portalId: portal.id }}
        >
          {can(keys, 'portal.editconfiguration') ? m['accounts.legal.open']() : m['accounts.legal.look']()}
        </ButtonLink>
      </LegalFrame>
      {session?.user.staff &&
      (portal.master ? billingView.some((key) => can(keys, key)) : can(keys, 'billing.managebills')) ? (
        <Frame title={m['billing.title']()}>
          <AccountLinks portalId={portal.id} permissions={keys} master={portal.master} />
        </Frame>
      ) : undefined}
      <TeamFrame portal={portal} now={now} />
      {activity ? <TimelineFrame activity={activity} now={now} portal={portal.id} /> : undefined}
    </>
  )
}

function Facts({ portal }: { portal: OnePortal }) {
  const { money, percent, date } = here()
  const facts = [
    [m['portals.one.code'](), portal.code],
    [
      m['portals.one.address'](),
      <a key="url" href={portal.url}>
        {portal.url.replace(/^https?:\/\//, '')}
      </a>,
    ],
    [
      m['portals.one.domain'](),
      portal.customDomain ? (
        <Status key="domain" mark={domainMark(portal.domainState)}>
          {portal.customDomain}, {domainWord(portal.domainState).toLowerCase()}
        </Status>
      ) : (
        domainWord(null)
      ),
    ],
    [m['portals.one.account'](), portal.account.name],
    [
      m['portals.one.billing'](),
      portal.selfInvoice ? m['portals.one.selfInvoice']() : m['portals.one.ownInvoice'](),
    ],
    [
      m['portals.one.objective'](),
      portal.salesObjectiveCents > 0 ? money(portal.salesObjectiveCents) : m['portals.one.noObjective'](),
    ],
    [m['portals.one.advanceLimit'](), percent(portal.advanceLimitPct / 100, 0)],
    [m['portals.one.settlement'](), percent(portal.settlementPct / 100, 0)],
    [m['portals.one.created'](), date(portal.createdAt)],
    [m['portals.one.updated'](), date(portal.updatedAt)],
  ] as const
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
