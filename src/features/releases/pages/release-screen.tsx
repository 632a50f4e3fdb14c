import { useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { ErrorState } from '#ui/error-state.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import type { readRelease } from './release-data.ts'
import { ReleaseForm } from './release-form.tsx'

/** One page for a new release and for an old one. */
export function ReleaseScreen({ place, release, products, title }: Awaited<ReturnType<typeof readRelease>>) {
  const { portal, base } = place
  const router = useRouter()
  const failed = release !== null && isFailure(release)
  return (
    <Page
      title={title}
      trail={[
        <TrailLink key="releases" to={`${base}/releases` as '/dashboard/releases'}>
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
          list={`${base}/releases`}
          products={products}
        />
      )}
    </Page>
  )
}
