import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import type { PostKind, PostStatus } from '../choices.ts'
import type { Post } from '../contract.ts'

const statuses: Record<PostStatus, () => string> = {
  draft: m['communications.status.draft'],
  scheduled: m['communications.status.scheduled'],
  published: m['communications.status.published'],
  deleted: m['communications.status.deleted'],
}
const kinds: Record<PostKind, () => string> = {
  info: m['communications.kind.info'],
  success: m['communications.kind.success'],
  warning: m['communications.kind.warning'],
  error: m['communications.kind.error'],
}
const marks = { draft: 'draft', scheduled: 'paused', published: 'live', deleted: 'broken' } as const

export const statusWord = (status: PostStatus) => statuses[status]()
export const kindWord = (kind: PostKind) => kinds[kind]()

/** Words in the reader's language, in Spanish where there are none. */
export const said = (text: { es: string; en?: string | undefined }) => text[getLocale()] || text.es

/** How a post stands, as a mark and a word. */
export function stateOf({ status, counts }: Pick<Post, 'status' | 'counts'>) {
  const sending = status === 'published' && (counts.recipients === null || counts.sent < counts.recipients)
  return sending
    ? ({ mark: 'review', word: m['communications.status.sending']() } as const)
    : ({ mark: marks[status], word: statusWord(status) } as const)
}

/** May this person write posts? Asked by pages; each call asks again. */
export const managing = 'communications.managecommunications' as const
