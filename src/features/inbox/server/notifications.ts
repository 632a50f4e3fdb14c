import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import type { DeliveryState } from '#features/communications/choices.ts'
import type { Notification, NotificationsQuery } from '#features/communications/notifications-contract.ts'
import { countMax } from '#platform/constants.ts'
import { countRows } from '#platform/count.ts'
import type { Tx } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import { contains } from '#platform/like.ts'
import { pageSize, pageStart } from '#platform/paging.ts'
import { iso, maybe, type RowOf, select } from '#platform/select.ts'
import { type BilingualText, mail } from '#platform/table.ts'
import { message } from './table.ts'

const from = sql`message m join person p on p.id = m.person_id left join post o on o.id = m.post_id
  left join mail l on l.id = m.mail_id`
const title = sql`coalesce(o.title, m.words->'title')`
// A mail that is being sent has not arrived yet: for the reader it waits.
const delivery = sql`case when l.state = 'sending' then 'waiting' when l.state is not null then l.state
  when m.mailing = 'digest' then 'digest' else 'none' end`
const m = alias(message, 'm')
const p = alias(person, 'p')
const l = alias(mail, 'l')
const columns = {
  id: m.id,
  createdAt: iso(m.createdAt),
  personId: m.personId,
  name: p.name,
  email: p.email,
  postId: m.postId,
  title: sql<BilingualText>`${title}`,
  delivery: sql<DeliveryState>`${delivery}`,
  error: maybe(l.error),
  uncertain: maybe(l.uncertain),
  inApp: m.inApp,
  readAt: iso(m.readAt),
  mustAcknowledge: m.mustAcknowledge,
  acknowledgedAt: iso(m.acknowledgedAt),
  mailId: m.mailId,
}
function conditionsOf({ q, post, delivery: state }: NotificationsQuery): SQL {
  const conditions = [sql`true`]
  if (q) conditions.push(holding(q))
  if (post) conditions.push(sql`m.post_id = ${post}`)
  if (state) conditions.push(deliveryIs(state))
  return sql.join(conditions, sql` and `)
}
/**
 * The same as a condition: of the case above the planner knows nothing, and joins every message with its mail for a few. What is
 * none of these most messages are.
 */
const deliveryIs = (state: DeliveryState): SQL => {
  if (state === 'none') return sql`${delivery} = 'none'`
  if (state === 'digest') return sql`(l.state is null and m.mailing = 'digest')`
  return state === 'waiting' ? sql`l.state in ('waiting', 'sending')` : sql`l.state = ${state}`
}

/** What went to somebody, or is a post, or has words of its own that hold what was typed: each found by its own index. */
const holding = (q: string) => sql`(
  m.person_id = any(array(select h.id from person h where ${contains(sql`h.name`, q)} or ${contains(sql`h.email`, q)}))
  or m.post_id = any(array(select h.id from post h where ${contains(both(sql`h.title`), q)}))
  or (m.post_id is null and ${contains(both(sql`m.words->'title'`), q)}))`
/** A title in both languages, as the index of messages has it: whoever looks for it has read it in one of them. */
const both = (title: SQL) => sql`((${title}->>'es') || ' / ' || coalesce(${title}->>'en', ''))`

const find = (tx: Tx, where: SQL, limit: number, offset = 0) =>
  select(
    tx,
    columns,
    sql` ${from} where ${where} order by m.created_at desc, m.id desc limit ${limit} offset ${offset}`,
  )

/** A page of what was sent to whom, newest first, and how much there is. */
export async function findNotifications(tx: Tx, query: NotificationsQuery) {
  const where = conditionsOf(query)
  const all = query.delivery ? from : sql`message m`
  const pageOf = (which: SQL) => find(tx, which, pageSize(), pageStart(query.page ?? 1))
  if (!query.q) {
    const total = await countRows(tx, sql`${all} where ${where}`)
    return { items: (await pageOf(where)).map(toNotification), total }
  }
  // The newest of few are sorted; of many they are met soon on the way back in time, which for few would be the whole way.
  const held = await select(tx, { id: m.id }, sql`${all} where ${where} limit ${countMax + 1}`)
  const ids = `{${held.map(({ id }) => id).join(',')}}`
  const found = await pageOf(held.length > countMax ? where : sql`m.id = any(${sql.param(ids)}::uuid[])`)
  return { items: found.map(toNotification), total: held.length }
}

/** Puts a mail that failed back into the outbox, with as many tries as a new one. @throws Conflict for one that did not. */
export async function retryNotification(tx: Tx, messageId: string): Promise<Notification> {
  const [row] = await find(tx, sql`m.id = ${messageId}`, 1)
  if (!row) throw new NotFound()
  if (row.delivery !== 'failed' || !row.mailId) throw new Conflict('communications.notFailed')
  await tx
    .update(mail)
    // To where they can be reached now: a wrong address may have been the reason.
    .set({ state: 'waiting', tries: 0, error: null, to: row.email, sentAt: null })
    .where(eq(mail.id, row.mailId))
  const [after] = await find(tx, sql`m.id = ${messageId}`, 1)
  return toNotification(after ?? row)
}

const toNotification = (row: RowOf<typeof columns>): Notification => ({
  id: row.id,
  at: row.createdAt,
  person: { id: row.personId, name: row.name, email: row.email },
  postId: row.postId,
  title: row.title,
  delivery: row.delivery,
  reason: row.error,
  uncertain: row.uncertain ?? false,
  inApp: row.inApp,
  readAt: row.readAt,
  mustAcknowledge: row.mustAcknowledge,
  acknowledgedAt: row.acknowledgedAt,
})
