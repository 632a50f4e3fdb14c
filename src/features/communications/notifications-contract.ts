import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { Id, List, Moment, OptionalText, PageNumber } from '#platform/shapes.ts'
import { deliveryStates } from './choices.ts'

const view = { staff: 'communications.viewcommunications' } as const
const manage = { staff: 'communications.managecommunications' } as const
const Words = z.object({ es: z.string(), en: z.optional(z.string()) })

/** What one person was sent, and how far it has come. */
export const Notification = z.object({
  id: Id,
  at: Moment,
  person: z.object({ id: Id, name: z.string(), email: z.string() }),
  postId: z.nullable(Id),
  title: Words,
  delivery: z.enum(deliveryStates),
  /** What the mail server said last. */
  reason: z.nullable(z.string()),
  /** It may have arrived twice: the program stopped while it was on its way. */
  uncertain: z.boolean(),
  inApp: z.boolean(),
  readAt: z.nullable(Moment),
  mustAcknowledge: z.boolean(),
  acknowledgedAt: z.nullable(Moment),
})
export type Notification = z.infer<typeof Notification>

export const NotificationsQuery = z.object({
  q: z.optional(OptionalText(100)),
  post: z.optional(Id),
  delivery: z.optional(z.enum(deliveryStates)),
  page: PageNumber,
})
export type NotificationsQuery = z.infer<typeof NotificationsQuery>

export const listNotifications = operation({
  method: 'GET',
  path: '/communications/notifications',
  tag: 'communications',
  summary: 'What was sent to whom, and how far it has come, 50 a page',
  access: view,
  scope: 'none',
  input: NotificationsQuery,
  output: List(Notification),
})

export const retryNotification = operation({
  method: 'POST',
  path: '/communications/notification/{messageId}/retry',
  tag: 'communications',
  summary: 'Send a mail that failed once more',
  access: manage,
  scope: 'none',
  input: z.object({ messageId: Id }),
  output: Notification,
})

/** A mail that was written while no mail server is set up, with the addresses that it leads to. */
export const KeptMail = z.object({
  id: Id,
  at: Moment,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  links: z.array(z.string()),
})
export type KeptMail = z.infer<typeof KeptMail>

export const listKeptMails = operation({
  method: 'GET',
  path: '/communications/mails',
  tag: 'communications',
  summary: 'Mails that were kept because there is no mail server, newest first, 50 a page',
  access: 'super',
  scope: 'none',
  input: z.object({ page: PageNumber }),
  output: List(KeptMail),
})
