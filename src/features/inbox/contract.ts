import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { Empty, Id, List, Moment, Nothing, PageNumber } from '#platform/shapes.ts'
import { frequencies, messageKinds } from './choices.ts'

const own = { access: 'signedIn', scope: 'none', tag: 'inbox' } as const
const Words = z.object({ es: z.string(), en: z.optional(z.string()) })
const MessageId = z.object({ messageId: Id })

/** A message in somebody’s inbox: a post, or what Backline tells them. */
export const Message = z.object({
  id: Id,
  kind: z.enum(messageKinds),
  title: Words,
  /** One line; only posts have it. */
  description: z.nullable(Words),
  body: Words,
  pictureUrl: z.nullable(z.string()),
  /** The page of Backline that it tells of, without language. */
  link: z.nullable(z.string()),
  at: Moment,
  readAt: z.nullable(Moment),
  mustAcknowledge: z.boolean(),
  acknowledgedAt: z.nullable(Moment),
})
export type Message = z.infer<typeof Message>

export const listMessages = operation({
  method: 'GET',
  path: '/inbox',
  ...own,
  summary: 'What one has been told, newest first, 50 a page',
  input: z.object({ state: z.optional(z.enum(['unread', 'toAcknowledge'])), page: PageNumber }),
  output: List(Message),
})

export const countMessages = operation({
  method: 'GET',
  path: '/inbox/count',
  ...own,
  summary: 'How many messages are unread, and how many wait to be acknowledged',
  input: Empty,
  output: z.object({ unread: z.number(), toAcknowledge: z.number() }),
})

export const readMessage = operation({
  method: 'PUT',
  path: '/inbox/{messageId}/reading',
  status: 204,
  ...own,
  silent: true,
  summary: 'Mark a message as read',
  input: MessageId,
  output: Nothing,
})

export const unreadMessage = operation({
  method: 'DELETE',
  path: '/inbox/{messageId}/reading',
  status: 204,
  ...own,
  silent: true,
  summary: 'Mark a message as unread',
  input: MessageId,
  output: Nothing,
})

export const readEverything = operation({
  method: 'PUT',
  path: '/inbox/reading',
  status: 204,
  ...own,
  silent: true,
  summary: 'Mark everything as read; what is to be acknowledged still waits for that',
  input: Empty,
  output: Nothing,
})

export const acknowledgeMessage = operation({
  method: 'PUT',
  path: '/inbox/{messageId}/acknowledgement',
  status: 204,
  ...own,
  summary: 'Say that one has taken note; kept, and not taken back',
  input: MessageId,
  output: Nothing,
})

const Preference = z.object({ kind: z.enum(messageKinds), frequency: z.enum(frequencies) })
export type Preference = z.infer<typeof Preference>
/** Of what somebody wants to hear, and by which way. */
export const Preferences = z.object({ items: z.array(Preference) })

export const listPreferences = operation({
  method: 'GET',
  path: '/inbox/preferences',
  ...own,
  summary: 'How often one wants mail of each kind; staff have none of sales',
  input: Empty,
  output: Preferences,
})

export const updatePreferences = operation({
  method: 'PUT',
  path: '/inbox/preferences',
  ...own,
  silent: true,
  summary: 'Change how often one wants mail of each kind that is named',
  input: z.object({ items: z.array(Preference).check(z.maxLength(messageKinds.length)) }),
  output: Preferences,
})
