import { mdiPlus } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import type { Api } from '#client.ts'
import { DeletedLately } from '#features/activity/pages/deleted-lately.tsx'
import { type ContentPlace, contentTabs } from '#features/portals/pages/content-place.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { LinksList } from './links-list.tsx'
import classes from './links-page.module.css'

interface LinksScreenProps {
  place: ContentPlace
  links: Awaited<ReturnType<Api['links']['listLinks']>>
  now: Date
}

/** The links of a portal, in the order that fans see. */
export function LinksScreen({ place, links, now }: LinksScreenProps) {
  const { portal, base } = place
  const { session } = useRouteContext({ from: '__root__' })
  const editable = can(portal.permissions, 'portal.editlinks')
  return (
    <ListPage
      title={m['links.title']()}
      lead={m['links.lead']({ portal: portal.name })}
      tabs={
        <Tabs label={m['shell.tabs.label']()} tabs={contentTabs(place, session)} path={`${base}/links`} />
      }
      add={
        editable ? (
          <ButtonLink to={`${base}/links/new` as '/dashboard/links'} look="primary" icon={mdiPlus}>
            {m['links.new']()}
          </ButtonLink>
        ) : undefined
      }
      found={links}
      failed={m['links.loadFailed']()}
      empty={{ title: m['links.empty.title'](), text: m['links.empty.text']() }}
      example={() => import('./example-links.ts').then(({ exampleLinks }) => exampleLinks(portal.id, now))}
      below={<DeletedLately portalId={portal.id} />}
    >
      {({ items }) => (
        <>
          <LinksList place={place} links={items} editable={editable} now={now} />
          <p className={classes.note}>{m['links.period']()}</p>
        </>
      )}
    </ListPage>
  )
}
