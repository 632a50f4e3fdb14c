import { mdiFlaskOutline } from '@mdi/js'
import { createFileRoute, Outlet, useLocation } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { currentPortal } from '#navigation.ts'
import { m } from '#paraglide/messages.js'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { AlertBanner } from './alert-banner.tsx'
import classes from './app-frame.module.css'
import { useLastPath } from './last-path.ts'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** Around every signed-in page: banners, menu, header. */
export const Route = createFileRoute('/_app')({
  loader: async ({ context }) => {
    const portal = currentPortal(context.session)
    if (!portal) return { alerts: [] }
    const alerts = await context.api.portals.listAlerts({ portalId: portal.id })
    return { alerts: isFailure(alerts) ? [] : alerts }
  },
  staleTime: 60_000,
  component: AppFrame,
})

function AppFrame() {
  const { session, environment } = Route.useRouteContext()
  const { alerts } = Route.useLoaderData()
  const path = useLocation({ select: (location) => location.pathname })
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
        {session.user.spy ? (
          <Notice kind="warning" wide>
            {m['shell.spy']({ name: session.user.name })}
          </Notice>
        ) : undefined}
        <AlertBanner codes={alerts} path={path} />
        <main id="content" tabIndex={-1} className={classes.content}>
          <Outlet />
        </main>
      </div>
    </div>
  )
}
