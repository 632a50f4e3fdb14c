import { mdiFlaskOutline } from '@mdi/js'
import { createFileRoute, Outlet, useLocation, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { isFailure } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { SpyBanner } from '#features/spy/pages/spy-banner.tsx'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { Icon } from '#ui/icon.tsx'
import { AddressNotice } from './address-notice.tsx'
import { AlertBanner } from './alert-banner.tsx'
import classes from './app-frame.module.css'
import { useLastPath } from './last-path.ts'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

const Extras = lazy(() => import('#features/app/pages/extras.tsx'))

/** Around every signed-in page: banners, menu, header. */
export const Route = createFileRoute('/_app')({
  loader: async ({ context }) => {
    const portal = currentPortal(context.session)
    const [alerts, spy] = await Promise.all([
      portal ? context.api.portals.listAlerts({ portalId: portal.id }) : [],
      context.session?.user.spy ? context.api.spy.spying({}) : undefined,
    ])
    return { alerts: isFailure(alerts) ? [] : alerts, spy: isFailure(spy) ? undefined : spy }
  },
  staleTime: 60_000,
  component: AppFrame,
})

/** Loaded when the page stands: nobody waits for it. */
function Later({ session, path }: { session: Session; path: string }) {
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return ready ? (
    <Suspense>
      <Extras session={session} path={path} />
    </Suspense>
  ) : null
}

function AppFrame() {
  const { session, environment } = Route.useRouteContext()
  const { alerts, spy } = Route.useLoaderData()
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
      <a className={classes.skip} href="#content">
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
        <AlertBanner codes={alerts} path={path} />
        <Later session={session} path={path} />
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
