import { mdiOpenInNew, mdiScaleBalance } from '@mdi/js'
import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { AccountFrame } from '#features/accounts/pages/account-frame.tsx'
import { TimelineFrame } from '#features/activity/pages/timeline-frame.tsx'
import { AccountLinks } from '#features/billing/pages/account-links.tsx'
import { isUuid, mayReadActivity, permissionsAt } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { billingView, can } from '#platform/permissions.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Button, ButtonAnchor, ButtonLink } from '#ui/button.tsx'
import { Cover } from '#ui/cover.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { here } from '#ui/formats.ts'
import { localized } from '#ui/localized.ts'
import { Frame, Page } from '#ui/page.tsx'
import { Badge, Status } from '#ui/status.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.tsx'
import { contentTabs } from './content-place.ts'
import { DeletePortal } from './delete-portal.tsx'
import { PortalForm } from './portal-form.tsx'
import classes from './portal-page.module.css'
import type { OnePortal } from './portal-values.ts'
import { domainMark, domainWord, typeWord } from './portal-words.ts'

export const Route = createFileRoute('/_app/portals/$portalId')({
  beforeLoad: ({ params }) => {
    if (!isUuid(params.portalId)) throw notFound({ routeId: rootRouteId })
  },
  loader: async ({ context, params }) => {
    const portal = await context.api.portals.getPortal(params)
    if (failureCode(portal) === 'notFound') throw notFound({ routeId: rootRouteId })
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
  const { portal, account, activity, now } = Route.useLoaderData()
  const { api, session } = Route.useRouteContext()
  const router = useRouter()
  const back = <BackLink to="/portals">{m['portals.title']()}</BackLink>

  if (isFailure(portal)) {
    return (
      <Page title={m['portals.title']()} trail={[back]}>
        <ErrorState
          title={m['portals.one.loadFailed']()}
          code={failureCode(portal)}
          onRetry={() => router.invalidate()}
        />
      </Page>
    )
  }
  const keys = permissionsAt(session, portal.id)
  const side = (
    <>
      {isFailure(account) ? undefined : (
        <AccountFrame key={account.version} account={account} editable={can(keys, 'portal.manageportals')} />
      )}
      <Frame title={m['accounts.legal.title']()}>
        <p className={classes.quiet}>{m['accounts.legal.why']({ account: portal.account.name })}</p>
        <p className={classes.go}>
          <ButtonLink
            size="sm"
            icon={mdiScaleBalance}
            to="/portals/$portalId/legal"
            params={{ portalId: portal.id }}
          >
            {m['accounts.legal.open']()}
          </ButtonLink>
        </p>
      </Frame>
      {session?.user.staff && portal.master && billingView.some((key) => can(keys, key)) ? (
        <Frame title={m['billing.title']()}>
          <AccountLinks portalId={portal.id} permissions={keys} />
        </Frame>
      ) : undefined}
      <Frame title={m['portals.one.team']()}>
        <Team team={portal.team} now={now} />
      </Frame>
      {activity ? <TimelineFrame activity={activity} now={now} portal={portal.id} /> : undefined}
    </>
  )
  const tabs = contentTabs(
    { portal: { id: portal.id, name: portal.name, permissions: keys }, base: `/portals/${portal.id}` },
    session,
  )
  const isCurrent = session?.currentPortalId === portal.id
  const isMine = session?.user.portals?.some(({ id }) => id === portal.id)
  const workHere = async () => {
    const switched = await api.account.switchPortal({ portalId: portal.id })
    if (isFailure(switched)) toast(m['shell.portal.failed'](), { kind: 'error' })
    else window.location.assign(localized('/'))
  }
  return (
    <Page
      trail={[back, portal.name]}
      title={
        <span className={classes.title}>
          <Cover of={portal} size={40} />
          {portal.name}
          <Badge>{typeWord(portal)}</Badge>
        </span>
      }
      lead={m['portals.one.lead']({ account: portal.account.name, code: portal.code })}
      actions={
        <>
          {isCurrent ? <ButtonLink to="/dashboard/links">{m['portals.one.links']()}</ButtonLink> : undefined}
          {isMine && !isCurrent ? (
            <Button onClick={workHere}>{m['portals.one.workHere']()}</Button>
          ) : undefined}
          <ButtonAnchor look="primary" icon={mdiOpenInNew} href={portal.url} target="_blank" rel="noreferrer">
            {m['portals.one.open']()}
          </ButtonAnchor>
        </>
      }
    >
      {tabs.length > 1 ? (
        <Tabs label={m['portals.one.tabs']()} tabs={tabs} path={`/portals/${portal.id}`} />
      ) : undefined}
      {can(keys, 'portal.editconfiguration') ? (
        <PortalForm key={portal.id} portal={portal} side={side} />
      ) : (
        <div className={classes.columns}>
          <Frame title={m['portals.one.data']()}>
            <Facts portal={portal} />
          </Frame>
          <div className={classes.side}>{side}</div>
        </div>
      )}
      {can(keys, 'portal.manageportals') ? <DeletePortal portal={portal} /> : undefined}
    </Page>
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

function Team({ team, now }: { team: OnePortal['team']; now: Date }) {
  const { ago } = here()
  if (team.length === 0) return <p className={classes.quiet}>{m['portals.one.teamEmpty']()}</p>
  return (
    <ul className={classes.team}>
      {team.map((member) => (
        <li key={member.id}>
          <span className={classes.person}>
            <b>{member.name}</b>
            <span className={classes.quiet}>
              {member.inherited ? `${member.role}, ${m['portals.one.inherited']()}` : member.role}
            </span>
          </span>
          <span className={classes.quiet}>
            {member.pending
              ? m['portals.one.pending']()
              : member.lastSeenAt
                ? ago(member.lastSeenAt, now)
                : m['portals.one.never']()}
          </span>
        </li>
      ))}
    </ul>
  )
}
