import type { post } from '#features/communications/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { occasion } from '#platform/occasion.ts'

/** A post has come into these people's inboxes. */
export const postGiven =
  occasion<[tx: Tx, given: typeof post.$inferSelect, people: readonly string[]]>('a post was given')
