import { mdiPlus } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { type Api, failureCode, isFailure } from '#client.ts'
import { type ContentPlace, contentTabs } from '#features/portals/pages/content-place.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Page } from '#ui/page.tsx'
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
  const router = useRouter()
  const editable = can(portal.permissions, 'portal.editlinks')
  const add = (
    <ButtonLink to={`${base}/links/new` as '/dashboard/links'} look="primary" icon={mdiPlus}>
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
      <Tabs label={m['shell.tabs.label']()} tabs={contentTabs(place, session)} path={`${base}/links`} />
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
          <LinksList place={place} links={links.items} editable={editable} now={now} />
          <p className={classes.note}>{m['links.period']()}</p>
        </>
      )}
    </Page>
  )
}
