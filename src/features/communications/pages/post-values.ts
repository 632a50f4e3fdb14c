import type { Channel, PortalType, PostKind } from '../choices.ts'
import type { Post, PostDraft } from '../contract.ts'

interface Both {
  es: string
  en: string
}

/** What the form holds. */
export interface PostValues {
  title: Both
  description: Both
  body: Both
  pictureUrl: string | null
  kind: PostKind
  audience: { portalTypes: PortalType[]; portals: string[]; roles: PostDraft['audience']['roles'] }
  channels: Channel[]
  mustAcknowledge: boolean
}

const both = (text: { es: string; en?: string | undefined } | undefined): Both => ({
  es: text?.es ?? '',
  en: text?.en ?? '',
})

/** A post as the form shows it; a new one goes to everybody's inbox and by mail. */
export const valuesOf = (post: Post | null): PostValues => ({
  title: both(post?.title),
  description: both(post?.description),
  body: both(post?.body),
  pictureUrl: post?.pictureUrl ?? null,
  kind: post?.kind ?? 'info',
  audience: post?.audience ?? { portalTypes: [], portals: [], roles: [] },
  channels: post?.channels ?? ['inApp', 'email'],
  mustAcknowledge: post?.mustAcknowledge ?? false,
})

const words = ({ es, en }: Both) => (en.trim() ? { es, en } : { es })

/** The form as the API takes it. */
export const draftOf = (values: PostValues): PostDraft => ({
  ...values,
  title: words(values.title),
  description: words(values.description),
  body: words(values.body),
})
