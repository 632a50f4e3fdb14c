import { createFileRoute } from '@tanstack/react-router'
import { isFailure, type Result } from '#client.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { idOrNew, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { EntityPage, versionKey } from '#ui/entity-page.tsx'
import type { Post } from '../contract.ts'
import { PostForm } from './post-form.tsx'
import { managing, said } from './post-words.ts'

/** One page for a new post and for an old one: `postId` is `new` or a post's id. */
export const Route = createFileRoute('/_app/communications/$postId')({
  beforeLoad: ({ params, context }) => {
    const editable = can(permissionsOf(context.session), managing)
    idOrNew(params.postId, editable)
    return { editable }
  },
  loader: async ({ context, params }) => {
    const [choices, post] = await Promise.all([
      context.api.communications.audienceChoices(params.postId === 'new' ? {} : { post: params.postId }),
      params.postId === 'new' ? null : context.api.communications.getPost({ postId: params.postId }),
    ])
    orNotThere(post)
    return { editable: context.editable, post, portals: isFailure(choices) ? [] : choices.portals }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `${nameOf(loaderData?.post)} · Backline` }] }),
  component: PostPage,
})

function nameOf(post: Result<Post | null>): string {
  if (post === null) return m['communications.form.newTitle']()
  return post && !isFailure(post) ? said(post.title) : m['communications.title']()
}

function PostPage() {
  const { editable, post, portals } = Route.useLoaderData()
  return (
    <EntityPage
      entity={post}
      failed={m['communications.one.loadFailed']()}
      list={{ to: '/communications', title: m['communications.title']() }}
      title={nameOf}
      step={(one) =>
        !one
          ? m['communications.form.newStep']()
          : editable
            ? m['communications.form.editStep']()
            : m['ui.viewStep']()
      }
    >
      {(one) => <PostForm key={versionKey(one)} post={one} portals={portals} editable={editable} />}
    </EntityPage>
  )
}
