import { m } from '#paraglide/messages.js'
import { daysAgo, examplePage } from '#ui/example-page.ts'
import type { Post } from '../contract.ts'
import type { Notification } from '../notifications-contract.ts'

const everybody = { portalTypes: [], portals: [], roles: [] }
const both = (text: string) => ({ es: text, en: text })

/** A post that was sent and one that is still written, for whoever has none yet. */
export function examplePosts() {
  const post = (id: string, title: string, description: string, sent: number | null): Post => ({
    id,
    ...{ title: both(title), description: both(description), body: both(description) },
    pictureUrl: null,
    kind: 'info',
    audience: everybody,
    channels: ['inApp', 'email'],
    mustAcknowledge: sent !== null,
    status: sent === null ? 'draft' : 'published',
    publishAt: null,
    publishedAt: sent === null ? null : daysAgo(6),
    deletedAt: null,
    author: null,
    counts: {
      ...{ recipients: sent, sent: sent ?? 0, mailed: sent ?? 0, failed: 0 },
      ...{ read: sent === null ? 0 : 31, acknowledged: sent === null ? 0 : 24 },
    },
    version: 1,
    updatedAt: daysAgo(1),
  })
  return examplePage([
    post('example-0', m['communications.example.draft'](), m['communications.example.draftText'](), null),
    post('example-1', m['communications.example.post'](), m['communications.example.postText'](), 38),
  ])
}

/** One post as two people got it. */
export function exampleNotifications() {
  const sent = (id: string, name: string, email: string, readAt: string | null): Notification => ({
    id,
    at: daysAgo(6),
    person: { id, name, email },
    postId: null,
    title: both(m['communications.example.post']()),
    delivery: 'sent',
    reason: null,
    uncertain: false,
    inApp: true,
    readAt,
    mustAcknowledge: false,
    acknowledgedAt: null,
  })
  return examplePage([
    sent('example-0', m['communications.example.person'](), 'marta@example.com', daysAgo(5)),
    sent('example-1', m['communications.example.other'](), 'pau@example.com', null),
  ])
}
