import { eq, type SQL, sql } from 'drizzle-orm'
import { pageSize } from '#platform/constants.ts'
import { countRows } from '#platform/count.ts'
import { rows, type Tx } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import { contains } from '#platform/like.ts'
import { type BilingualText, mail } from '#platform/table.ts'
import type { DeliveryState } from '../choices.ts'
import type { Notification, NotificationsQuery } from '../notifications-contract.ts'

type Stored = Date | string
interface Columns {
  id: string
  created_at: Stored
  person_id: string
  name: string
  email: string
  post_id: string | null
  title: BilingualText
  delivery: DeliveryState
  error: string | null
  uncertain: boolean | null
  in_app: boolean
  read_at: Stored | null
  must_acknowledge: boolean
  acknowledged_at: Stored | null
  mail_id: string | null
}

const from = sql`message m join person p on p.id = m.person_id left join post o on o.id = m.post_id
  left join mail l on l.id = m.mail_id`
const title = sql`coalesce(o.title, m.words->'title')`
// A mail that is being sent has not arrived yet: for the reader it waits.
const delivery = sql`case when l.state = 'sending' then 'waiting' when l.state is not null then l.state
  when m.mailing = 'digest' then 'digest' else 'none' end`

function conditionsOf({ q, post, delivery: state }: NotificationsQuery): SQL {
  const conditions = [sql`true`]
  if (q)
    conditions.push(
      sql`(${contains(sql`p.name`, q)} or ${contains(sql`p.email`, q)} or ${contains(sql`${title}->>'es'`, q)})`,
    )
  if (post) conditions.push(sql`m.post_id = ${post}`)
  if (state) conditions.push(sql`${delivery} = ${state}`)
  return sql.join(conditions, sql` and `)
}

const find = (tx: Tx, where: SQL, limit: number, offset = 0) =>
  rows<Columns>(
    tx,
    sql`select m.*, p.name, p.email, ${title} as title, ${delivery} as delivery, l.error, l.uncertain
      from ${from} where ${where} order by m.created_at desc, m.id desc limit ${limit} offset ${offset}`,
  )

/** A page of what was sent to whom, newest first, and how much there is. */
export async function findNotifications(tx: Tx, query: NotificationsQuery) {
  const where = conditionsOf(query)
  const all = query.q || query.delivery ? from : sql`message m`
  const total = await countRows(tx, sql`${all} where ${where}`)
  const found = await find(tx, where, pageSize, ((query.page ?? 1) - 1) * pageSize)
  return { items: found.map(toNotification), total }
}

/** Puts a mail that failed back into the outbox, with as many tries as a new one. @throws Conflict for one that did not. */
export async function retryNotification(tx: Tx, messageId: string): Promise<Notification> {
  const [row] = await find(tx, sql`m.id = ${messageId}`, 1)
  if (!row) throw new NotFound()
  if (row.delivery !== 'failed' || !row.mail_id) throw new Conflict('communications.notFailed')
  await tx
    .update(mail)
    // To where they can be reached now: a wrong address may have been the reason.
    .set({ state: 'waiting', tries: 0, error: null, to: row.email, sentAt: null })
    .where(eq(mail.id, row.mail_id))
  const [after] = await find(tx, sql`m.id = ${messageId}`, 1)
  return toNotification(after ?? row)
}

const iso = (moment: Stored | null) => (moment === null ? null : new Date(moment).toISOString())

const toNotification = (row: Columns): Notification => ({
  id: row.id,
  at: new Date(row.created_at).toISOString(),
  person: { id: row.person_id, name: row.name, email: row.email },
  postId: row.post_id,
  title: row.title,
  delivery: row.delivery,
  reason: row.error,
  uncertain: row.uncertain ?? false,
  inApp: row.in_app,
  readAt: iso(row.read_at),
  mustAcknowledge: row.must_acknowledge,
  acknowledgedAt: iso(row.acknowledged_at),
})
