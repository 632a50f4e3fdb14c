import type { post } from '#features/communications/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { occasion } from '#platform/occasion.ts'

/** A post has come into these people's inboxes. */
export const postGiven =
  occasion<[tx: Tx, given: typeof post.$inferSelect, people: readonly string[]]>('a post was given')

/**
 * Somebody leaves what a feature above sends to one person again and again, and names it by id; without `leave` only what it is
 * called is asked. Answers that, and undefined where it is none of theirs.
 */
export const leavingMails = occasion<
  [tx: Tx, asked: { personId: string; of: string; leave: boolean }],
  string | undefined
>('mails are left')
