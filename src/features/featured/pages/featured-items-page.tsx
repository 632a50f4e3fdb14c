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
import { DeletedFeatured } from './deleted-featured.tsx'
import { FeaturedList } from './featured-list.tsx'

export const Route = createFileRoute('/_app/dashboard/featured')({
  loader: async ({ context }) => {
    const portal = currentPortal(context.session)
    if (!portal) throw notFound({ routeId: rootRouteId })
    const { featured } = context.api
    const [items, deleted] = await Promise.all([
      featured.listFeatured({ portalId: portal.id }, { key: 'featured' }),
      featured.listFeatured({ portalId: portal.id, deleted: 'true' }, { key: 'featured-deleted' }),
    ])
    return { portal, items, deleted }
  },
  head: () => ({ meta: [{ title: `${m['featured.title']()} · Backline` }] }),
  component: FeaturedItemsPage,
})

function FeaturedItemsPage() {
  const { portal, items, deleted } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const router = useRouter()
  const editable = can(portal.permissions, 'portal.editfeatured')
  const add = (
    <ButtonLink
      to="/dashboard/featured/$featuredId"
      params={{ featuredId: 'new' }}
      look="primary"
      icon={mdiPlus}
    >
      {m['featured.new']()}
    </ButtonLink>
  )
  const empty = !isFailure(items) && items.items.length === 0
  return (
    <Page
      title={m['featured.title']()}
      lead={m['featured.lead']({ portal: portal.name })}
      actions={editable && !empty ? add : undefined}
    >
      <Tabs label={m['shell.tabs.label']()} tabs={dashboardTabs(session)} path="/dashboard/featured" />
      {isFailure(items) ? (
        <ErrorState
          title={m['featured.loadFailed']()}
          code={failureCode(items)}
          onRetry={() => router.invalidate()}
        />
      ) : empty ? (
        <Empty
          title={m['featured.empty.title']()}
          text={m['featured.empty.text']()}
          action={editable ? add : undefined}
        />
      ) : (
        <FeaturedList portalId={portal.id} items={items.items} editable={editable} />
      )}
      {editable && !isFailure(deleted) ? (
        <DeletedFeatured portalId={portal.id} items={deleted.items} />
      ) : undefined}
    </Page>
  )
}
