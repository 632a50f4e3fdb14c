import { useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { ErrorState } from '#ui/error-state.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import type { readFeatured } from './featured-data.ts'
import { FeaturedForm } from './featured-form.tsx'

/** One page for a new featured item and for an old one. */
export function FeaturedScreen({
  place,
  editable,
  item,
  targets,
  title,
}: Awaited<ReturnType<typeof readFeatured>>) {
  const { portal, base } = place
  const router = useRouter()
  const failed = item !== null && isFailure(item)
  return (
    <Page
      title={title}
      trail={[
        <TrailLink key="featured" to={`${base}/featured` as '/dashboard/featured'}>
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
          list={`${base}/featured`}
          editable={editable}
        />
      )}
    </Page>
  )
}
