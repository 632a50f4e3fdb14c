import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { contains } from '#platform/like.ts'
import { changedSince, pageSize, pageStart } from '#platform/paging.ts'
import { iso, maybe, type RowOf, select } from '#platform/select.ts'
import type { Post, PostsQuery } from '../contract.ts'
import { post } from './table.ts'

const o = alias(post, 'o')
const p = alias(person, 'p')
const columns = {
  id: o.id,
  title: o.title,
  description: o.description,
  body: o.body,
  pictureUrl: o.pictureUrl,
  kind: o.kind,
  audience: o.audience,
  channels: o.channels,
  mustAcknowledge: o.mustAcknowledge,
  status: o.status,
  publishAt: iso(o.publishAt),
  publishedAt: iso(o.publishedAt),
  deletedAt: iso(o.deletedAt),
  author: maybe(p.name),
  recipients: o.recipients,
  sent: sql<number>`c.sent`,
  mailed: sql<number>`c.mailed`,
  failed: sql<number>`c.failed`,
  read: sql<number>`c.read`,
  acknowledged: sql<number>`c.acknowledged`,
  version: o.version,
  updatedAt: iso(o.updatedAt),
}

const counts = sql`select count(*)::int as sent, count(m.read_at)::int as read,
    count(m.acknowledged_at)::int as acknowledged, count(*) filter (where l.state in ('sent', 'kept'))::int as mailed,
    count(*) filter (where l.state = 'failed')::int as failed
  from message m left join mail l on l.id = m.mail_id where m.post_id = o.id`

function conditionsOf({ q, status }: PostsQuery): SQL {
  const conditions = [
    status ? sql`o.status = ${status}` : sql`o.status <> 'deleted'`,
    changedSince(sql`o.updated_at`),
  ]
  if (q)
    conditions.push(
      sql`(${contains(sql`o.title->>'es'`, q)} or ${contains(sql`o.title->>'en'`, q)}
        or ${contains(sql`o.description->>'es'`, q)} or ${contains(sql`o.description->>'en'`, q)})`,
    )
  return sql.join(conditions, sql` and `)
}

const find = (tx: Tx, where: SQL, limit: number, offset = 0) =>
  select(
    tx,
    columns,
    sql`post o left join person p on p.id = o.author_id
      cross join lateral (${counts}) c where ${where}
      order by coalesce(o.published_at, o.publish_at, o.created_at) desc, o.id desc limit ${limit} offset ${offset}`,
  )

/** A page of posts, and how many there are. */
export async function findPosts(tx: Tx, query: PostsQuery) {
  const where = conditionsOf(query)
  const [counted] = await select(tx, { total: sql<number>`count(*)::int` }, sql`post o where ${where}`)
  const found = await find(tx, where, pageSize(), pageStart(query.page ?? 1))
  return { items: found.map(toPost), total: counted?.total ?? 0 }
}

/** One post, deleted or not. @throws NotFound */
export async function postById(tx: Tx, postId: string): Promise<Post> {
  const [row] = await find(tx, sql`o.id = ${postId}`, 1)
  if (!row) throw new NotFound()
  return toPost(row)
}

const toPost = (row: RowOf<typeof columns>): Post => ({
  id: row.id,
  title: row.title,
  description: row.description,
  body: row.body,
  pictureUrl: row.pictureUrl,
  kind: row.kind,
  audience: row.audience,
  channels: row.channels,
  mustAcknowledge: row.mustAcknowledge,
  status: row.status,
  publishAt: row.publishAt,
  publishedAt: row.publishedAt,
  deletedAt: row.deletedAt,
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
  updatedAt: row.updatedAt,
})
