import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import type { Featured } from '#features/featured/contract.ts'
import { currentPortal, isUuid } from '#navigation.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { can } from '#platform/permissions.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import { FeaturedForm } from './featured-form.tsx'
import { titleOf } from './featured-words.ts'

/** One page for a new featured item and for an old one: `featuredId` is `new` or an item's id. */
export const Route = createFileRoute('/_app/dashboard/featured/$featuredId')({
  beforeLoad: ({ params, context }) => {
    const portal = currentPortal(context.session)
    if (!portal || (params.featuredId !== 'new' && !isUuid(params.featuredId)))
      throw notFound({ routeId: rootRouteId })
    return { portal, editable: can(portal.permissions, 'portal.editfeatured') }
  },
  loader: async ({ context, params }) => {
    const { portal, editable, api } = context
    const portalId = portal.id
    if (params.featuredId === 'new') {
      if (!editable) throw notFound({ routeId: rootRouteId })
      return {
        portal,
        editable,
        item: null,
        targets: await api.featured.listTargets({ portalId }),
        title: nameOf(null),
      }
    }
    const [item, targets] = await Promise.all([
      api.featured.getFeatured({ portalId, featuredId: params.featuredId }),
      editable ? api.featured.listTargets({ portalId }) : [],
    ])
    if (failureCode(item) === 'notFound') throw notFound({ routeId: rootRouteId })
    // The title is made here: what stands in the head is loaded by every page.
    return { portal, editable, item, targets, title: nameOf(item) }
  },
  head: ({ loaderData }) => ({
    meta: [{ title: `${loaderData?.title ?? m['featured.title']()} · Backline` }],
  }),
  component: FeaturedPage,
})

const nameOf = (item: Featured | { error: unknown } | null | undefined) => {
  if (item === null) return m['featured.form.newTitle']()
  return item && 'id' in item ? titleOf(item, getLocale()) : m['featured.title']()
}

function FeaturedPage() {
  const { portal, editable, item, targets } = Route.useLoaderData()
  const router = useRouter()
  const failed = item !== null && isFailure(item)
  return (
    <Page
      title={nameOf(item)}
      trail={[
        <TrailLink key="featured" to="/dashboard/featured">
          {m['featured.title']()}
        </TrailLink>,
        item === null ? m['featured.form.newStep']() : m['featured.form.editStep'](),
      ]}
    >
      {failed || isFailure(targets) ? (
        <ErrorState
          title={m['featured.loadFailed']()}
          code={failureCode(failed ? item : targets)}
          onRetry={() => router.invalidate()}
        />
      ) : (
        // A newer version starts the form anew.
        <FeaturedForm
          key={item ? `${item.id} ${item.version}` : 'new'}
          portalId={portal.id}
          item={item}
          targets={targets}
          editable={editable}
        />
      )}
    </Page>
  )
}
