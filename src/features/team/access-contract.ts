import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { guardedPages } from '#platform/page-keys.ts'
import { Nothing } from '#platform/shapes.ts'

/** What stands between somebody and a page of their own menu, and who can change that. */

const Page = z.object({ page: z.enum(guardedPages) })
const own = { tag: 'team', access: 'signedIn', scope: 'none' } as const

const AccessExplained = z.object({
  /** In the reader's words; empty when nothing is lacking. */
  missing: z.array(z.string()),
  givers: z.array(z.string()),
  /** Where one lacks it; null for staff. */
  portal: z.nullable(z.string()),
})
export type AccessExplained = z.infer<typeof AccessExplained>

export const explainAccess = operation({
  method: 'GET',
  path: '/account/access/{page}',
  summary: 'Which permission a page of the menu asks for that one lacks, and who can give it',
  ...own,
  input: Page,
  output: AccessExplained,
})

export const askForAccess = operation({
  method: 'POST',
  path: '/account/access/{page}',
  status: 204,
  summary: 'Ask those who can give a permission for it, by mail; once a day for each page',
  ...own,
  outside: 'limited',
  input: Page,
  output: Nothing,
})
