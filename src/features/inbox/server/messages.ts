import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { post } from '#features/communications/server/table.ts'
import { selectPage } from '#platform/count.ts'
import type { Tx } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import { pageRows } from '#platform/paging.ts'
import { iso, maybe, type RowOf, select } from '#platform/select.ts'
import type { BilingualText } from '#platform/table.ts'
import type { Message } from '../contract.ts'
import { message } from './table.ts'

const m = alias(message, 'm')
const o = alias(post, 'o')
const columns = {
  id: m.id,
  kind: m.kind,
  title: maybe(o.title),
  description: maybe(o.description),
  body: maybe(o.body),
  pictureUrl: maybe(o.pictureUrl),
  words: m.words,
  createdAt: iso(m.createdAt),
  readAt: iso(m.readAt),
  mustAcknowledge: m.mustAcknowledge,
  acknowledgedAt: iso(m.acknowledgedAt),
}

// A post that was deleted, or taken back, is in nobody's inbox.
const shown = (personId: string) => sql`m.person_id = ${personId} and m.in_app
  and (m.post_id is null or o.status = 'published')`
const from = sql`message m left join post o on o.id = m.post_id`
const waits = sql`m.must_acknowledge and m.acknowledged_at is null`

/** A page of one person's messages; what is to be acknowledged comes first. */
export async function findMessages(
  tx: Tx,
  personId: string,
  state: 'unread' | 'toAcknowledge' | undefined,
  page: number,
) {
  const narrowed: SQL =
    state === 'unread' ? sql`m.read_at is null` : state === 'toAcknowledge' ? waits : sql`true`
  const where = sql`${shown(personId)} and ${narrowed}`
  const of = sql`${from} where ${where}`
  const rows = sql`${of} order by (${waits}) desc, m.created_at desc, m.id desc ${pageRows(page)}`
  const { found, total } = await selectPage(tx, columns, { from: rows, of, page })
  return { items: found.map(toMessage), total }
}

/** What the bell says. */
export async function countMessages(tx: Tx, personId: string) {
  const [counted] = await select(
    tx,
    {
      unread: sql<number>`count(*) filter (where m.read_at is null)::int`,
      toAcknowledge: sql<number>`count(*) filter (where ${waits})::int`,
    },
    sql`${from} where ${shown(personId)} and (m.read_at is null or ${waits})`,
  )
  return counted ?? { unread: 0, toAcknowledge: 0 }
}

const own = (personId: string, messageId: string) =>
  and(eq(message.id, messageId), eq(message.personId, personId))

/** Marks a message as read or unread; what was read before keeps its moment. @throws NotFound for somebody else's. */
export async function markMessage(tx: Tx, personId: string, messageId: string, read: boolean) {
  const [marked] = await tx
    .update(message)
    .set({ readAt: read ? sql`coalesce(${message.readAt}, clock_timestamp())` : null })
    .where(own(personId, messageId))
    .returning({ id: message.id })
  if (!marked) throw new NotFound()
}

/** Marks everything of a person as read. */
export const markEverything = (tx: Tx, personId: string) =>
  tx
    .update(message)
    .set({ readAt: sql`clock_timestamp()` })
    .where(and(eq(message.personId, personId), isNull(message.readAt)))

/** Keeps that somebody has taken note. @throws NotFound for somebody else's, Conflict for what asks for none. */
export async function acknowledge(tx: Tx, personId: string, messageId: string) {
  const [row] = await tx.select().from(message).where(own(personId, messageId)).for('update')
  if (!row) throw new NotFound()
  if (!row.mustAcknowledge) throw new Conflict('inbox.nothingToAcknowledge')
  await tx
    .update(message)
    .set({
      acknowledgedAt: sql`coalesce(${message.acknowledgedAt}, clock_timestamp())`,
      readAt: sql`coalesce(${message.readAt}, clock_timestamp())`,
    })
    .where(own(personId, messageId))
}

const none: BilingualText = { es: '' }

const toMessage = (row: RowOf<typeof columns>): Message => ({
  id: row.id,
  kind: row.kind,
  title: row.title ?? row.words?.title ?? none,
  description: row.description,
  body: row.body ?? row.words?.body ?? none,
  pictureUrl: row.pictureUrl,
  link: row.words?.link ?? null,
  at: row.createdAt,
  readAt: row.readAt,
  mustAcknowledge: row.mustAcknowledge,
  acknowledgedAt: row.acknowledgedAt,
})
