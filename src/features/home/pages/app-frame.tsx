import { mdiFlaskOutline } from '@mdi/js'
import { createFileRoute, Outlet, useLocation, useRouterState } from '@tanstack/react-router'
import { lazy, type MouseEvent, Suspense, useEffect, useState } from 'react'
import { isFailure } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { SpyBanner } from '#features/spy/pages/spy-banner.tsx'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { Icon } from '#ui/icon.tsx'
import { AddressNotice } from './address-notice.tsx'
import classes from './app-frame.module.css'
import { useLastPath } from './last-path.ts'
import { ShellNotices } from './shell-notices.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

const Extras = lazy(() => import('#features/app/pages/extras.tsx'))

/** Around every signed-in page: banners, menu, header. */
export const Route = createFileRoute('/_app')({
  loader: async ({ context }) => {
    const portal = currentPortal(context.session)
    const watched = context.session?.user.spy
    const [alerts, spy, told] = await Promise.all([
      portal ? context.api.portals.listAlerts({ portalId: portal.id }) : [],
      watched ? context.api.spy.spying({}) : undefined,
      watched || !context.session ? undefined : context.api.app.appUpdates({}),
    ])
    const news = isFailure(told) ? undefined : told
    const newest = news?.showAppUpdates ? news.items[0] : undefined
    return {
      alerts: isFailure(alerts) ? [] : alerts,
      spy: isFailure(spy) ? undefined : spy,
      // With the page, not after it: what comes later pushes everything down.
      newest: newest && { id: newest.id, title: newest.title },
      showTour: news?.showTour === true,
    }
  },
  staleTime: 60_000,
  component: AppFrame,
})

/** Loaded when the page stands: nobody waits for it. */
function Later(props: { session: Session; path: string; showTour: boolean }) {
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return ready ? (
    <Suspense>
      <Extras {...props} />
    </Suspense>
  ) : null
}

/** By the focus alone: another address of the same page would be a step back from it, and asked about like any other. */
function skip(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

function AppFrame() {
  const { session, environment } = Route.useRouteContext()
  const { alerts, spy, newest, showTour } = Route.useLoaderData()
  const path = useLocation({ select: (location) => location.pathname })
  const asking = useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      isLoading && location.pathname === resolvedLocation?.pathname,
  })
  useLastPath()
  // Only reached while signed in: the root's access rules send everyone else to /login.
  if (!session) return null
  return (
    <div className={classes.app}>
      {/* biome-ignore lint/a11y/useValidAnchor: It leads to a place within the page, without scripts by its address. */}
      <a className={classes.skip} href="#content" onClick={skip}>
        {m['shell.skip']()}
      </a>
      <Sidebar session={session} path={path} />
      <div className={classes.main}>
        <TopBar session={session} path={path} />
        {environment === 'stage' ? (
          <div className={classes.staging} role="status">
            <Icon path={mdiFlaskOutline} size={16} />
            {m['shell.staging']()}
          </div>
        ) : undefined}
        {session.user.spy ? <SpyBanner name={session.user.name} state={spy} /> : undefined}
        <ShellNotices codes={alerts} news={newest} path={path} />
        <Later {...{ session, path, showTour }} />
        <main
          id="content"
          tabIndex={-1}
          className={classes.content}
          aria-busy={asking}
          data-asking={asking || undefined}
        >
          <AddressNotice />
          {/* A boundary is hydrated after what stands around it: the menu is heard before fifty rows are. */}
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </div>
  )
}
