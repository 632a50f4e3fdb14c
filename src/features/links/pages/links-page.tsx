import { mdiPlus } from '@mdi/js'
import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { currentPortal, dashboardTabs } from '#navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Page } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { LinksList } from './links-list.tsx'
import classes from './links-page.module.css'

export const Route = createFileRoute('/_app/dashboard/links')({
  loader: async ({ context }) => {
    const portal = currentPortal(context.session)
    if (!portal) throw notFound({ routeId: rootRouteId })
    const links = await context.api.links.listLinks({ portalId: portal.id }, { key: 'links' })
    return { portal, links, now: new Date() }
  },
  head: () => ({ meta: [{ title: `${m['links.title']()} · Backline` }] }),
  component: LinksPage,
})

function LinksPage() {
  const { portal, links, now } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const router = useRouter()
  const editable = can(portal.permissions, 'portal.editlinks')
  const add = (
    <ButtonLink to="/dashboard/links/$linkId" params={{ linkId: 'new' }} look="primary" icon={mdiPlus}>
      {m['links.new']()}
    </ButtonLink>
  )
  const empty = !isFailure(links) && links.items.length === 0
  return (
    <Page
      title={m['links.title']()}
      lead={m['links.lead']({ portal: portal.name })}
      actions={editable && !empty ? add : undefined}
    >
      <Tabs label={m['shell.tabs.label']()} tabs={dashboardTabs(session)} path="/dashboard/links" />
      {isFailure(links) ? (
        <ErrorState
          title={m['links.loadFailed']()}
          code={failureCode(links)}
          onRetry={() => router.invalidate()}
        />
      ) : empty ? (
        <Empty
          title={m['links.empty.title']()}
          text={m['links.empty.text']()}
          action={editable ? add : undefined}
        />
      ) : (
        <>
          <LinksList portalId={portal.id} links={links.items} editable={editable} now={now} />
          <p className={classes.note}>{m['links.period']()}</p>
        </>
      )}
    </Page>
  )
}
