import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { pageSize } from '#platform/constants.ts'
import { countRows } from '#platform/count.ts'
import { rows, type Tx } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import type { BilingualText } from '#platform/table.ts'
import type { MessageKind } from '../choices.ts'
import type { Message } from '../contract.ts'
import { message, type OwnWords } from './table.ts'

type Stored = Date | string
interface Columns {
  id: string
  kind: MessageKind
  title: BilingualText | null
  description: BilingualText | null
  body: BilingualText | null
  picture_url: string | null
  words: OwnWords | null
  created_at: Stored
  read_at: Stored | null
  must_acknowledge: boolean
  acknowledged_at: Stored | null
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
  const found = await rows<Columns>(
    tx,
    sql`select m.id, m.kind, o.title, o.description, o.body, o.picture_url, m.words, m.created_at, m.read_at,
        m.must_acknowledge, m.acknowledged_at
      from ${from} where ${where} order by (${waits}) desc, m.created_at desc, m.id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`,
  )
  return { items: found.map(toMessage), total: await countRows(tx, sql`${from} where ${where}`) }
}

/** What the bell says. */
export async function countMessages(tx: Tx, personId: string) {
  const [counted] = await rows<{ unread: number; toAcknowledge: number }>(
    tx,
    sql`select count(*) filter (where m.read_at is null)::int as unread,
        count(*) filter (where ${waits})::int as "toAcknowledge"
      from ${from} where ${shown(personId)} and (m.read_at is null or ${waits})`,
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

const iso = (moment: Stored | null) => (moment === null ? null : new Date(moment).toISOString())
const none: BilingualText = { es: '' }

const toMessage = (row: Columns): Message => ({
  id: row.id,
  kind: row.kind,
  title: row.title ?? row.words?.title ?? none,
  description: row.description,
  body: row.body ?? row.words?.body ?? none,
  pictureUrl: row.picture_url,
  link: row.words?.link ?? null,
  at: new Date(row.created_at).toISOString(),
  readAt: iso(row.read_at),
  mustAcknowledge: row.must_acknowledge,
  acknowledgedAt: iso(row.acknowledged_at),
})
