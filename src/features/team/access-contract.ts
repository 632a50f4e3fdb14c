import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { guardedPages, guardedParts } from '#platform/page-keys.ts'
import { Id, Moment, Nothing } from '#platform/shapes.ts'

/** What stands between somebody and a page of their own menu or a part of one, and who can change that. */

const Page = z.object({
  page: z.enum([...guardedPages, ...guardedParts]),
  /** Where, if not at the portal that one works in. */
  portalId: z.optional(Id),
})
const own = { tag: 'team', access: 'signedIn', scope: 'none' } as const

const AccessExplained = z.object({
  /** What the page is called, in the reader's words. */
  title: z.string(),
  /** In the reader's words; empty when nothing is lacking. */
  missing: z.array(z.string()),
  givers: z.array(z.string()),
  /** Where one lacks it; null for staff. */
  portal: z.nullable(z.string()),
  /** When one has asked for it last; null where one never has. */
  askedAt: z.nullable(Moment),
  /** Once a day for each page. */
  mayAsk: z.boolean(),
})
export type AccessExplained = z.infer<typeof AccessExplained>

export const explainAccess = operation({
  method: 'GET',
  path: '/account/access/{page}',
  summary:
    'Which permission a page of the menu, or a part of one, asks for that one lacks, and who can give it',
  ...own,
  input: Page,
  output: AccessExplained,
})

export const askForAccess = operation({
  method: 'POST',
  path: '/account/access/{page}',
  status: 204,
  summary: 'Ask those who can give a permission for it, by mail and in their inbox; once a day for each page',
  ...own,
  outside: 'limited',
  input: Page,
  output: Nothing,
})
