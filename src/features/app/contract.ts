import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import {
  Bilingual,
  Empty,
  Id,
  List,
  Moment,
  Nothing,
  PageNumber,
  Paragraphs,
  Text,
} from '#platform/shapes.ts'

const limits = { title: 80, body: 2_000, path: 300, to: 500, reason: 120 }

/** Stored words: what is missing in English is read in Spanish. */
const Words = z.object({ es: z.string(), en: z.optional(z.string()) })

/** An entry of the changelog as everybody reads it. */
export const AppNews = z.object({ id: Id, title: Words, body: Words, publishedAt: Moment })
export type AppNews = z.infer<typeof AppNews>

export const appUpdates = operation({
  method: 'GET',
  path: '/app/updates',
  tag: 'app',
  summary:
    'What is new in Backline, whether the notice of it is due and whether the first-run tour is: never in a spy session',
  access: 'signedIn',
  scope: 'none',
  input: Empty,
  output: z.object({ showAppUpdates: z.boolean(), showTour: z.boolean(), items: z.array(AppNews) }),
})

export const updateStatus = operation({
  method: 'PUT',
  path: '/app/updateStatus',
  status: 204,
  tag: 'app',
  summary: 'Remember the newest entry that one has seen',
  access: 'signedIn',
  scope: 'none',
  silent: true,
  input: z.object({ lastSeenId: Id }),
  output: Nothing,
})

export const endTour = operation({
  method: 'PUT',
  path: '/app/tour',
  status: 204,
  tag: 'app',
  summary: 'Remember that one has been through the first-run tour, or closed it',
  access: 'signedIn',
  scope: 'none',
  silent: true,
  input: Empty,
  output: Nothing,
})

export const checkRoute = operation({
  method: 'GET',
  path: '/app/redirect',
  tag: 'app',
  summary: 'Where an address of Backline leads instead, if anywhere',
  access: 'public',
  scope: 'none',
  input: z.object({ path: z.string().check(z.maxLength(2_000), z.regex(/^\//)) }),
  output: z.object({
    redirect: z.nullable(z.object({ to: z.string(), external: z.boolean(), reason: z.string() })),
  }),
})

export const currentBuild = operation({
  method: 'GET',
  path: '/app/build',
  tag: 'app',
  summary: 'Which build is running; another id than before means that pages should load anew',
  access: 'public',
  scope: 'none',
  input: Empty,
  output: z.object({ id: z.string() }),
})

export const measuring = operation({
  method: 'GET',
  path: '/app/measuring',
  tag: 'app',
  summary: 'Scripts that measure the use of Backline, for those who agree to it; none in development',
  access: 'signedIn',
  scope: 'none',
  input: Empty,
  output: z.object({ scripts: z.array(z.string()) }),
})

const view = { staff: 'communications.viewcommunications' } as const
const manage = { staff: 'communications.managecommunications' } as const

/** A note of what is new in Backline, as it is sent. */
export const AppUpdateDraft = z.object({
  title: Bilingual(limits.title),
  body: z.object({ es: Paragraphs(limits.body), en: z.optional(Paragraphs(limits.body)) }),
  /** False keeps it a draft; true shows it from now on. */
  published: z.boolean(),
})
export type AppUpdateDraft = z.infer<typeof AppUpdateDraft>

/** A note of what is new in Backline. */
export const AppUpdate = z.object({
  id: Id,
  title: Words,
  body: Words,
  publishedAt: z.nullable(Moment),
  /** People who have seen it. */
  seen: z.number(),
  version: z.number(),
  updatedAt: Moment,
})
export type AppUpdate = z.infer<typeof AppUpdate>

const UpdateId = z.object({ updateId: Id })

export const listUpdates = operation({
  method: 'GET',
  path: '/communications/updates',
  tag: 'app',
  summary: 'The changelog with its drafts, newest first',
  access: view,
  scope: 'none',
  input: z.object({ page: PageNumber }),
  output: List(AppUpdate),
})

export const createUpdate = operation({
  method: 'POST',
  path: '/communications/update',
  status: 201,
  tag: 'app',
  summary: 'Write an entry of the changelog',
  access: manage,
  scope: 'none',
  idempotent: true,
  input: AppUpdateDraft,
  output: AppUpdate,
})

export const changeUpdate = operation({
  method: 'PUT',
  path: '/communications/update/{updateId}',
  tag: 'app',
  summary: 'Change an entry of the changelog',
  access: manage,
  scope: 'none',
  versioned: true,
  input: z.extend(AppUpdateDraft, UpdateId.shape),
  output: AppUpdate,
})

export const deleteUpdate = operation({
  method: 'DELETE',
  path: '/communications/update/{updateId}',
  status: 204,
  tag: 'app',
  summary: 'Delete an entry of the changelog',
  access: manage,
  scope: 'none',
  undoable: true,
  input: UpdateId,
  output: Nothing,
})

/** A path of Backline without language: no query, nothing that could be another host. */
const Path = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(limits.path), z.regex(/^\/(?!\/)[a-z0-9/_-]*$/, 'path'))

/** A path of Backline that is to lead elsewhere, as it is sent. */
export const RedirectDraft = z.object({
  path: Path,
  /** A path of Backline, or an https address of a host from the allow-list. */
  to: Text(limits.to),
  reason: Text(limits.reason),
})
export type RedirectDraft = z.infer<typeof RedirectDraft>

/** A path of Backline that leads elsewhere. */
export const Redirect = z.object({
  id: Id,
  path: z.string(),
  to: z.string(),
  external: z.boolean(),
  reason: z.string(),
  version: z.number(),
  updatedAt: Moment,
})
export type Redirect = z.infer<typeof Redirect>

const RedirectId = z.object({ redirectId: Id })

export const listRedirects = operation({
  method: 'GET',
  path: '/communications/redirects',
  tag: 'app',
  summary: 'Addresses that lead elsewhere, and the hosts that they may lead to',
  access: view,
  scope: 'none',
  input: z.object({ page: PageNumber }),
  output: z.extend(List(Redirect), { hosts: z.array(z.string()) }),
})

export const createRedirect = operation({
  method: 'POST',
  path: '/communications/redirect',
  status: 201,
  tag: 'app',
  summary: 'Lead an address elsewhere',
  access: manage,
  scope: 'none',
  idempotent: true,
  input: RedirectDraft,
  output: Redirect,
})

export const changeRedirect = operation({
  method: 'PUT',
  path: '/communications/redirect/{redirectId}',
  tag: 'app',
  summary: 'Change where an address leads',
  access: manage,
  scope: 'none',
  versioned: true,
  input: z.extend(RedirectDraft, RedirectId.shape),
  output: Redirect,
})

export const deleteRedirect = operation({
  method: 'DELETE',
  path: '/communications/redirect/{redirectId}',
  status: 204,
  tag: 'app',
  summary: 'Let an address be itself again',
  access: manage,
  scope: 'none',
  undoable: true,
  input: RedirectId,
  output: Nothing,
})
