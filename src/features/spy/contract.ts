import * as z from 'zod/mini'
import { Session } from '#features/account/contract.ts'
import { operation } from '#platform/operation.ts'
import { Empty, Id, Moment, Text } from '#platform/shapes.ts'

export const spyReasonMaxLength = 300

export const startSpying = operation({
  method: 'POST',
  path: '/spy',
  tag: 'spy',
  summary:
    'View as a person of the customers’ side, for 30 minutes at most: the session cookie becomes theirs',
  access: { staff: 'contacts.managecontacts' },
  scope: 'none',
  outside: 'session',
  input: z.object({ personId: Id, reason: Text(spyReasonMaxLength) }),
  output: Session,
})

export const spying = operation({
  method: 'GET',
  path: '/spy',
  tag: 'spy',
  summary: 'Who views as whom, why, and until when; 404 in a session of one’s own',
  access: 'signedIn',
  scope: 'none',
  input: Empty,
  output: z.object({ watcher: z.string(), person: z.string(), reason: z.string(), endsAt: Moment }),
})

// Public, because it also brings staff back whose half hour has run out; it asks for the cookie itself.
export const stopSpying = operation({
  method: 'DELETE',
  path: '/spy',
  tag: 'spy',
  summary: 'End viewing as somebody; the session cookie becomes one’s own again',
  access: 'public',
  scope: 'none',
  outside: 'session',
  input: Empty,
  output: Session,
})
