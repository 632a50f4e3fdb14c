import { type SQL, sql } from 'drizzle-orm'
import { pageSize } from '#platform/constants.ts'
import { rows, type Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { contains } from '#platform/like.ts'
import type { BilingualText } from '#platform/table.ts'
import type { Audience, Channel, PostKind, PostStatus } from '../choices.ts'
import type { Post, PostsQuery } from '../contract.ts'

type Stored = Date | string
interface Columns {
  id: string
  title: BilingualText
  description: BilingualText
  body: BilingualText
  picture_url: string | null
  kind: PostKind
  audience: Audience
  channels: Channel[]
  must_acknowledge: boolean
  status: PostStatus
  publish_at: Stored | null
  published_at: Stored | null
  deleted_at: Stored | null
  author: string | null
  recipients: number | null
  sent: number
  mailed: number
  failed: number
  read: number
  acknowledged: number
  version: number
  updated_at: Stored
}

const counts = sql`select count(*)::int as sent, count(m.read_at)::int as read,
    count(m.acknowledged_at)::int as acknowledged, count(*) filter (where l.state in ('sent', 'kept'))::int as mailed,
    count(*) filter (where l.state = 'failed')::int as failed
  from message m left join mail l on l.id = m.mail_id where m.post_id = o.id`

function conditionsOf({ q, status }: PostsQuery): SQL {
  const conditions = [status ? sql`o.status = ${status}` : sql`o.status <> 'deleted'`]
  if (q)
    conditions.push(
      sql`(${contains(sql`o.title->>'es'`, q)} or ${contains(sql`o.title->>'en'`, q)}
        or ${contains(sql`o.description->>'es'`, q)})`,
    )
  return sql.join(conditions, sql` and `)
}

const find = (tx: Tx, where: SQL, limit: number, offset = 0) =>
  rows<Columns>(
    tx,
    sql`select o.*, p.name as author, c.* from post o left join person p on p.id = o.author_id
      cross join lateral (${counts}) c where ${where}
      order by coalesce(o.published_at, o.publish_at, o.created_at) desc, o.id desc limit ${limit} offset ${offset}`,
  )

/** A page of posts, and how many there are. */
export async function findPosts(tx: Tx, query: PostsQuery) {
  const where = conditionsOf(query)
  const [counted] = await rows<{ total: number }>(
    tx,
    sql`select count(*)::int as total from post o where ${where}`,
  )
  const found = await find(tx, where, pageSize, ((query.page ?? 1) - 1) * pageSize)
  return { items: found.map(toPost), total: counted?.total ?? 0 }
}

/** One post, deleted or not. @throws NotFound */
export async function postById(tx: Tx, postId: string): Promise<Post> {
  const [row] = await find(tx, sql`o.id = ${postId}`, 1)
  if (!row) throw new NotFound()
  return toPost(row)
}

const iso = (moment: Stored | null) => (moment === null ? null : new Date(moment).toISOString())

const toPost = (row: Columns): Post => ({
  id: row.id,
  title: row.title,
  description: row.description,
  body: row.body,
  pictureUrl: row.picture_url,
  kind: row.kind,
  audience: row.audience,
  channels: row.channels,
  mustAcknowledge: row.must_acknowledge,
  status: row.status,
  publishAt: iso(row.publish_at),
  publishedAt: iso(row.published_at),
  deletedAt: iso(row.deleted_at),
  author: row.author,
  counts: {
    recipients: row.recipients,
    sent: row.sent,
    mailed: row.mailed,
    failed: row.failed,
    read: row.read,
    acknowledged: row.acknowledged,
  },
  version: row.version,
  updatedAt: new Date(row.updated_at).toISOString(),
})
