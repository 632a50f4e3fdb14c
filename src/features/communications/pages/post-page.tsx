import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure, type Result } from '#client.ts'
import { isUuid, permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import type { Post } from '../contract.ts'
import { PostForm } from './post-form.tsx'
import { managing, said } from './post-words.ts'

/** One page for a new post and for an old one: `postId` is `new` or a post's id. */
export const Route = createFileRoute('/_app/communications/$postId')({
  beforeLoad: ({ params, context }) => {
    const editable = can(permissionsOf(context.session), managing)
    if (params.postId === 'new' ? !editable : !isUuid(params.postId)) throw notFound({ routeId: rootRouteId })
    return { editable }
  },
  loader: async ({ context, params }) => {
    const [choices, post] = await Promise.all([
      context.api.communications.audienceChoices({}),
      params.postId === 'new' ? null : context.api.communications.getPost({ postId: params.postId }),
    ])
    if (post !== null && failureCode(post) === 'notFound') throw notFound({ routeId: rootRouteId })
    return { editable: context.editable, post, portals: isFailure(choices) ? [] : choices.portals }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `${nameOf(loaderData?.post)} · Backline` }] }),
  component: PostPage,
})

function nameOf(post: Result<Post> | null): string {
  if (post === null) return m['communications.form.newTitle']()
  return post && !isFailure(post) ? said(post.title) : m['communications.title']()
}

function PostPage() {
  const { editable, post, portals } = Route.useLoaderData()
  const router = useRouter()
  return (
    <Page
      title={nameOf(post)}
      trail={[
        <TrailLink key="posts" to="/communications">
          {m['communications.title']()}
        </TrailLink>,
        post === null ? m['communications.form.newStep']() : m['communications.form.editStep'](),
      ]}
    >
      {post !== null && isFailure(post) ? (
        <ErrorState
          title={m['communications.one.loadFailed']()}
          code={failureCode(post)}
          onRetry={() => router.invalidate()}
        />
      ) : (
        // A newer version starts the form anew.
        <PostForm
          key={post ? `${post.id} ${post.version}` : 'new'}
          post={post}
          portals={portals}
          editable={editable}
        />
      )}
    </Page>
  )
}
