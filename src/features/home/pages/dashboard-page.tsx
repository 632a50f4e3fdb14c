import { mdiOpenInNew, mdiPlus } from '@mdi/js'
import { createFileRoute, Link } from '@tanstack/react-router'
import { isFailure, together } from '#client.ts'
import { Objective } from '#features/analytics/pages/objective.tsx'
import { currentPortal, dashboardTabs } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { can } from '#platform/permissions.ts'
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx'
import { Cover } from '#ui/cover.tsx'
import { here } from '#ui/formats.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Frame, Page } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { BlocksFrame } from './dashboard-blocks.tsx'
import { type Links, readDashboard } from './dashboard-data.ts'
import { DayFrame } from './dashboard-day.tsx'
import { needsOf } from './dashboard-needs.ts'
import classes from './dashboard-page.module.css'
import { FirstHourFrame } from './first-hour.tsx'
import { NeedsFrame } from './needs-frame.tsx'

/** Where a portal user starts: the day at a glance, what waits for them, and the parts of their page. */
export const Route = createFileRoute('/_app/dashboard')({
  loader: async ({ context, parentMatchPromise }) => {
    const mine = currentPortal(context.session)
    if (!mine) notThere()
    // The frame around the page has asked for them.
    const alerts = parentMatchPromise.then(({ loaderData }) => loaderData?.alerts ?? [])
    return readDashboard(context.api, mine, alerts, new Date())
  },
  head: () => ({ meta: [{ title: `${m['shell.menu.dashboard']()} · Backline` }] }),
  component: DashboardPage,
})

const shownLinks = 5

function DashboardPage() {
  const data = Route.useLoaderData()
  const { mine } = data
  const loaded = together({ portal: data.portal, links: data.links })
  const { session } = Route.useRouteContext()
  const editsLinks = can(mine.permissions, 'portal.editlinks')
  // Clicks are figures: for who works with links, or may see figures.
  const showsLinks = editsLinks || data.sees
  const portal = isFailure(loaded) ? undefined : loaded.portal
  return (
    <Page
      title={
        <span className={classes.title}>
          <Cover of={mine} size={40} />
          {mine.name}
        </span>
      }
      lead={portal && m['shell.dashboard.lead']({ address: portal.url.replace(/^https?:\/\//, '') })}
      actions={
        portal && (
          <ButtonAnchor icon={mdiOpenInNew} href={portal.url} target="_blank" rel="noreferrer">
            {m['shell.dashboard.view']()}
          </ButtonAnchor>
        )
      }
    >
      <Tabs label={m['shell.tabs.label']()} tabs={dashboardTabs(session)} path="/dashboard" />
      <Loaded of={loaded} failed={m['shell.dashboard.loadFailed']()}>
        {(found) => (
          <div className={classes.parts}>
            <div className={classes.waiting}>
              <NeedsFrame
                needs={needsOf(data, session)}
                beyond={isFailure(data.waiting) ? 0 : data.waiting.total - data.waiting.items.length}
              />
            </div>
            <div className={classes.main}>
              <FirstHourFrame data={data} />
              {data.sees ? <DayFrame week={data.week} mine={mine} /> : undefined}
              {showsLinks ? (
                <LinksFrame links={found.links.items} editable={editsLinks} />
              ) : (
                <BlocksFrame data={data} tabs={dashboardTabs(session)} />
              )}
            </div>
            <div className={classes.column}>
              {data.objective ? <Objective {...data.objective} /> : undefined}
              {showsLinks ? <BlocksFrame data={data} tabs={dashboardTabs(session)} /> : undefined}
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function LinksFrame({ links, editable }: { links: Links; editable: boolean }) {
  const { number } = here()
  const most = links.toSorted((a, b) => b.clicks - a.clicks).slice(0, shownLinks)
  const clicks = links.reduce((sum, link) => sum + link.clicks, 0)
  const visible = links.filter((link) => link.visible).length
  const all = (
    <Link to="/dashboard/links" className={classes.all}>
      {m['shell.dashboard.all']()}
    </Link>
  )
  return (
    <Frame title={m['shell.dashboard.links']()} control={links.length > 0 ? all : undefined}>
      {links.length === 0 ? (
        <div className={classes.none}>
          <p>{m['shell.dashboard.noLinks']()}</p>
          {editable ? (
            <ButtonLink
              look="primary"
              icon={mdiPlus}
              to="/dashboard/links/$linkId"
              params={{ linkId: 'new' }}
            >
              {m['shell.dashboard.addLink']()}
            </ButtonLink>
          ) : undefined}
        </div>
      ) : (
        <>
          <p className={classes.figure}>
            <b>{number(clicks)}</b>
            <span>{m['shell.dashboard.clicks']()}</span>
            <span>
              {m['shell.dashboard.linksCount']({ count: number(links.length), visible: number(visible) })}
            </span>
          </p>
          <h3>{m['shell.dashboard.most']()}</h3>
          <ol className={classes.most}>
            {most.map((link) => (
              <li key={link.id}>
                <Link to="/dashboard/links/$linkId" params={{ linkId: link.id }}>
                  {(getLocale() === 'en' && link.title.en) || link.title.es}
                </Link>
                <span>{number(link.clicks)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </Frame>
  )
}
