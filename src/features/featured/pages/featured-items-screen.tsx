import { mdiPlus } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { contentTabs } from '#features/portals/pages/content-place.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Page } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { DeletedFeatured } from './deleted-featured.tsx'
import type { readFeaturedItems } from './featured-items-data.ts'
import { FeaturedList } from './featured-list.tsx'

/** The featured items of a portal, in the order that fans see. */
export function FeaturedItemsScreen({
  place,
  items,
  deleted,
}: Awaited<ReturnType<typeof readFeaturedItems>>) {
  const { portal, base } = place
  const { session } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const editable = can(portal.permissions, 'portal.editfeatured')
  const add = (
    <ButtonLink to={`${base}/featured/new` as '/dashboard/featured'} look="primary" icon={mdiPlus}>
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
      <Tabs label={m['shell.tabs.label']()} tabs={contentTabs(place, session)} path={`${base}/featured`} />
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
        <FeaturedList place={place} items={items.items} editable={editable} />
      )}
      {editable && !isFailure(deleted) ? (
        <DeletedFeatured portalId={portal.id} items={deleted.items} />
      ) : undefined}
    </Page>
  )
}
