import { useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import type { ContentPlace } from '#features/portals/pages/content-place.ts'
import { m } from '#paraglide/messages.js'
import { ErrorState } from '#ui/error-state.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import type { readLink } from './link-data.ts'
import { nameOf } from './link-data.ts'
import { LinkForm } from './link-form.tsx'

/** One page for a new link and for an old one. */
export function LinkScreen({ place, editable, link }: Awaited<ReturnType<typeof readLink>>) {
  const { portal, base } = place
  const router = useRouter()
  const failed = link !== null && isFailure(link)
  return (
    <Page
      title={nameOf(link)}
      trail={[
        <TrailLink key="links" to={`${base}/links` as '/dashboard/links'}>
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
          list={`${base}/links`}
          editable={editable}
        />
      )}
    </Page>
  )
}
