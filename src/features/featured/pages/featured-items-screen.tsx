import { mdiPlus } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { contentTabs } from '#features/portals/pages/content-place.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ListPage } from '#ui/list-page.tsx'
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
  const editable = can(portal.permissions, 'portal.editfeatured')
  return (
    <ListPage
      title={m['featured.title']()}
      lead={m['featured.lead']({ portal: portal.name })}
      tabs={
        <Tabs label={m['shell.tabs.label']()} tabs={contentTabs(place, session)} path={`${base}/featured`} />
      }
      add={
        editable ? (
          <ButtonLink to={`${base}/featured/new` as '/dashboard/featured'} look="primary" icon={mdiPlus}>
            {m['featured.new']()}
          </ButtonLink>
        ) : undefined
      }
      found={items}
      failed={m['featured.loadFailed']()}
      empty={{ title: m['featured.empty.title'](), text: m['featured.empty.text']() }}
      example={() =>
        import('./example-featured.ts').then(({ exampleFeatured }) => exampleFeatured(portal.id))
      }
      below={
        editable && !isFailure(deleted) ? (
          <DeletedFeatured portalId={portal.id} items={deleted.items} />
        ) : undefined
      }
    >
      {(found) => <FeaturedList place={place} items={found.items} editable={editable} />}
    </ListPage>
  )
}
