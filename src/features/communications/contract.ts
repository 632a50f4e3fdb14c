import * as z from 'zod/mini'
import { descriptionMaxLength, snackbarMs, uploadMegabytes } from '#platform/constants.ts'
import { operation } from '#platform/operation.ts'
import { roles } from '#platform/permissions.ts'
import {
  Bilingual,
  FileUrl,
  Id,
  List,
  Moment,
  Nothing,
  OptionalText,
  PageNumber,
  Paragraphs,
} from '#platform/shapes.ts'
import { channels, portalTypes, postKinds, postStatuses } from './choices.ts'

const titleMaxLength = 80
const bodyMaxLength = 5_000

const view = { staff: 'communications.viewcommunications' } as const
const manage = { staff: 'communications.managecommunications' } as const

const Words = z.object({ es: z.string(), en: z.optional(z.string()) })
const PostId = z.object({ postId: Id })

/** Who is meant; an empty list narrows nothing. */
const Audience = z.object({
  portalTypes: z.array(z.enum(portalTypes)).check(z.maxLength(2)),
  portals: z.array(Id).check(z.maxLength(1_000)),
  roles: z.array(z.enum(roles)).check(z.maxLength(roles.length)),
})

/** A post as it is sent: what is told, to whom, and by which ways. */
export const PostDraft = z.object({
  title: Bilingual(titleMaxLength),
  description: Bilingual(descriptionMaxLength),
  body: z.object({ es: Paragraphs(bodyMaxLength), en: z.optional(Paragraphs(bodyMaxLength)) }),
  pictureUrl: z.optional(z.nullable(FileUrl)),
  kind: z.enum(postKinds),
  audience: Audience,
  channels: z.array(z.enum(channels)).check(z.minLength(1), z.maxLength(channels.length)),
  mustAcknowledge: z.optional(z.boolean()),
})
export type PostDraft = z.infer<typeof PostDraft>

/** Something that is told to people in Backline, with how many it has reached. */
export const Post = z.object({
  id: Id,
  title: Words,
  description: Words,
  body: Words,
  pictureUrl: z.nullable(z.string()),
  kind: z.enum(postKinds),
  audience: Audience,
  channels: z.array(z.enum(channels)),
  mustAcknowledge: z.boolean(),
  status: z.enum(postStatuses),
  publishAt: z.nullable(Moment),
  publishedAt: z.nullable(Moment),
  deletedAt: z.nullable(Moment),
  author: z.nullable(z.string()),
  counts: z.object({
    /** People of the audience when the sending began; null before. */
    recipients: z.nullable(z.number()),
    sent: z.number(),
    mailed: z.number(),
    failed: z.number(),
    read: z.number(),
    acknowledged: z.number(),
  }),
  /** For `If-Match`. */
  version: z.number(),
  updatedAt: Moment,
})
export type Post = z.infer<typeof Post>

export const PostsQuery = z.object({
  q: z.optional(OptionalText(100)),
  status: z.optional(z.enum(postStatuses)),
  page: PageNumber,
})
export type PostsQuery = z.infer<typeof PostsQuery>

export const listPosts = operation({
  tool: {},
  method: 'GET',
  path: '/communications/posts',
  tag: 'communications',
  summary: 'Posts, newest first, 50 a page; deleted ones only when asked for',
  access: view,
  scope: 'none',
  input: PostsQuery,
  output: List(Post),
})

export const getPost = operation({
  method: 'GET',
  path: '/communications/post/{postId}',
  tag: 'communications',
  summary: 'One post with what became of it',
  access: view,
  scope: 'none',
  input: PostId,
  output: Post,
})

export const createPost = operation({
  tool: {},
  method: 'POST',
  path: '/communications/post',
  status: 201,
  tag: 'communications',
  summary: 'Write a post as a draft',
  access: manage,
  scope: 'none',
  idempotent: true,
  input: PostDraft,
  output: Post,
})

export const updatePost = operation({
  method: 'PUT',
  path: '/communications/post/{postId}',
  tag: 'communications',
  summary: 'Change a post; of a published one only its words and picture, which every inbox then shows',
  access: manage,
  scope: 'none',
  versioned: true,
  input: z.extend(PostDraft, PostId.shape),
  output: Post,
})

/** How long a post that is `held` can be taken back before it goes out. */
export const heldSeconds = snackbarMs / 1000

export const publishPost = operation({
  method: 'PUT',
  path: '/communications/post/{postId}/publication',
  tag: 'communications',
  summary: 'Publish a post now, in six seconds (`held`) or at a moment to come',
  access: manage,
  scope: 'none',
  versioned: true,
  input: z.extend(PostId, {
    publishAt: z.optional(z.nullable(Moment)),
    /** Scheduled for six seconds from now, until which it can be made a draft again. */
    held: z.optional(z.boolean()),
  }),
  output: Post,
})

export const withdrawPost = operation({
  method: 'DELETE',
  path: '/communications/post/{postId}/publication',
  tag: 'communications',
  summary: 'Make a scheduled post a draft again',
  access: manage,
  scope: 'none',
  input: PostId,
  output: Post,
})

export const deletePost = operation({
  method: 'DELETE',
  path: '/communications/post/{postId}',
  status: 204,
  tag: 'communications',
  summary: 'Delete a post and take it out of every inbox; restorable for 30 days',
  access: manage,
  scope: 'none',
  undoable: true,
  input: PostId,
  output: Nothing,
})

export const restorePost = operation({
  method: 'PUT',
  path: '/communications/post/{postId}/restoration',
  tag: 'communications',
  summary: 'Bring a deleted post back as it was; one whose moment has passed meanwhile as a draft',
  access: manage,
  scope: 'none',
  input: PostId,
  output: Post,
})

const oneOrMany = <T extends z.core.$ZodType>(item: T) => z.optional(z.union([z.array(item), item]))

export const countAudience = operation({
  method: 'GET',
  path: '/communications/audience',
  tag: 'communications',
  summary: 'How many people and portals an audience has now',
  access: view,
  scope: 'none',
  input: z.object({
    portalTypes: oneOrMany(z.enum(portalTypes)),
    portals: oneOrMany(Id),
    roles: oneOrMany(z.enum(roles)),
  }),
  output: z.object({ people: z.number(), portals: z.number() }),
})

export const audienceChoices = operation({
  method: 'GET',
  path: '/communications/choices',
  tag: 'communications',
  summary: 'Portals that a post can be for',
  access: view,
  scope: 'none',
  input: z.object({
    /** Only portals with this in their name; fifty at most, by name. */
    q: z.optional(OptionalText(100)),
    /** A post whose portals are there in any case. */
    post: z.optional(Id),
  }),
  output: z.object({ portals: z.array(z.object({ value: Id, label: z.string() })) }),
})

export const uploadPostPicture = operation({
  method: 'POST',
  path: '/communications/picture',
  bodyMegabytes: uploadMegabytes,
  status: 201,
  tag: 'communications',
  summary: 'Store a picture (JPEG, PNG, WebP; multipart/form-data) for a post',
  access: manage,
  scope: 'none',
  input: z.object({ file: z.file() }),
  output: z.object({ url: z.string() }),
})
