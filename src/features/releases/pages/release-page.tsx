import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import type { Release } from '#features/releases/contract.ts'
import { currentPortal, isUuid } from '#navigation.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { can } from '#platform/permissions.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import { ReleaseForm } from './release-form.tsx'
import { titleOf } from './release-words.ts'

/** One page for a new release and for an old one: `releaseId` is `new` or a release's id. */
export const Route = createFileRoute('/_app/dashboard/releases/$releaseId')({
  beforeLoad: ({ params, context }) => {
    const portal = currentPortal(context.session)
    if (!portal || !can(portal.permissions, 'portal.editreleases')) throw notFound({ routeId: rootRouteId })
    if (params.releaseId !== 'new' && !isUuid(params.releaseId)) throw notFound({ routeId: rootRouteId })
    return { portal }
  },
  loader: async ({ context, params }) => {
    const { portal } = context
    const { api } = context
    const ids = { portalId: portal.id, releaseId: params.releaseId }
    const [release, products] = await Promise.all([
      params.releaseId === 'new' ? null : api.releases.getRelease(ids),
      api.appearance.listShownProducts({ portalId: portal.id }),
    ])
    if (release && failureCode(release) === 'notFound') throw notFound({ routeId: rootRouteId })
    return { portal, release, products: isFailure(products) ? [] : products.items }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `${nameOf(loaderData?.release)} · Backline` }] }),
  component: ReleasePage,
})

const nameOf = (release: Release | { error: unknown } | null | undefined) => {
  if (release === null) return m['releases.form.newTitle']()
  return release && 'id' in release ? titleOf(release, getLocale()) : m['releases.title']()
}

function ReleasePage() {
  const { portal, release, products } = Route.useLoaderData()
  const router = useRouter()
  const failed = release !== null && isFailure(release)
  return (
    <Page
      title={nameOf(release)}
      trail={[
        <TrailLink key="releases" to="/dashboard/releases">
          {m['releases.title']()}
        </TrailLink>,
        release === null ? m['releases.form.newStep']() : m['releases.form.editStep'](),
      ]}
    >
      {failed ? (
        <ErrorState
          title={m['releases.loadFailed']()}
          code={failureCode(release)}
          onRetry={() => router.invalidate()}
        />
      ) : (
        // A newer version starts the form anew.
        <ReleaseForm
          key={release ? `${release.id} ${release.version}` : 'new'}
          portalId={portal.id}
          release={release}
          products={products}
        />
      )}
    </Page>
  )
}
