import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import type { Link } from '#features/links/contract.ts'
import { currentPortal, isUuid } from '#navigation.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { can } from '#platform/permissions.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import { LinkForm } from './link-form.tsx'
import { titleOf } from './link-state.ts'

/** One page for a new link and for an old one: `linkId` is `new` or a link's id. */
export const Route = createFileRoute('/_app/dashboard/links/$linkId')({
  beforeLoad: ({ params, context }) => {
    const portal = currentPortal(context.session)
    if (!portal || (params.linkId !== 'new' && !isUuid(params.linkId)))
      throw notFound({ routeId: rootRouteId })
    return { portal, editable: can(portal.permissions, 'portal.editlinks') }
  },
  loader: async ({ context, params }) => {
    const { portal, editable } = context
    if (params.linkId === 'new') {
      if (!editable) throw notFound({ routeId: rootRouteId })
      return { portal, editable, link: null }
    }
    const link = await context.api.links.getLink({ portalId: portal.id, linkId: params.linkId })
    if (failureCode(link) === 'notFound') throw notFound({ routeId: rootRouteId })
    return { portal, editable, link }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `${nameOf(loaderData?.link)} · Backline` }] }),
  component: LinkPage,
})

const nameOf = (link: Link | { error: unknown } | null | undefined) => {
  if (link === null) return m['links.form.newTitle']()
  return link && 'id' in link ? titleOf(link, getLocale()) : m['links.title']()
}

function LinkPage() {
  const { portal, editable, link } = Route.useLoaderData()
  const router = useRouter()
  const failed = link !== null && isFailure(link)
  return (
    <Page
      title={nameOf(link)}
      trail={[
        <TrailLink key="links" to="/dashboard/links">
          {m['links.title']()}
        </TrailLink>,
        link === null ? m['links.form.newStep']() : m['links.form.editStep'](),
      ]}
    >
      {failed ? (
        <ErrorState
          title={m['links.loadFailed']()}
          code={failureCode(link)}
          onRetry={() => router.invalidate()}
        />
      ) : (
        // A newer version starts the form anew.
        <LinkForm
          key={link ? `${link.id} ${link.version}` : 'new'}
          portalId={portal.id}
          link={link}
          editable={editable}
        />
      )}
    </Page>
  )
}
