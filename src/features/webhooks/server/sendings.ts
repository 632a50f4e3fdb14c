import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import type { PortalCall } from '#platform/call.ts'
import { countRows } from '#platform/count.ts'
import { rows } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import { keyedOrder, withoutKeys } from '#platform/keyed-order.ts'
import { inPortal } from '#platform/own-reach.ts'
import { listOf, pageRows } from '#platform/paging.ts'
import { iso, maybeIso, type RowOf, select } from '#platform/select.ts'
import type { SendingState } from '../choices.ts'
import type { WebhookSending } from '../contract.ts'
import { endpointOf } from './endpoints.ts'
import { isTold } from './rights.ts'
import { webhookSending } from './table.ts'

const s = alias(webhookSending, 's')
const columns = {
  id: s.id,
  messageId: s.messageId,
  type: s.type,
  state: s.state,
  tries: s.tries,
  fault: s.fault,
  status: s.status,
  answer: s.answer,
  tookMs: s.tookMs,
  triedAt: maybeIso(s.triedAt),
  nextAt: iso(s.nextAt),
  createdAt: iso(s.createdAt),
}

const toSending = (row: RowOf<typeof columns>): WebhookSending => ({
  ...row,
  nextAt: row.state === 'waiting' ? row.nextAt : null,
})

/** A page of what an endpoint was sent. @throws NotFound */
export async function listSendings(
  call: PortalCall,
  endpointId: string,
  { page = 1, state }: { page?: number | undefined; state?: SendingState | undefined },
) {
  await endpointOf(call, endpointId)
  const { tx, portal } = call
  const where = sql`portal_id = ${portal.id} and endpoint_id = ${endpointId}
    ${state ? sql`and state = ${state}` : sql``}`
  const total = await countRows(tx, sql`webhook_sending where ${where}`)
  const { order, after, key } = keyedOrder([
    { by: sql`s.position`, as: 'integer', way: 'desc' },
    { by: sql`s.id`, as: 'id', way: 'desc' },
  ])
  const found = await select(
    tx,
    { ...columns, key },
    sql`webhook_sending s where ${where} and ${after} order by ${order} ${pageRows(page)}`,
  )
  return listOf(withoutKeys(found).map(toSending), total, page)
}

async function sendingOf(
  { tx, portal }: PortalCall,
  endpointId: string,
  id: string,
): Promise<WebhookSending> {
  const [row] = await select(
    tx,
    columns,
    sql`webhook_sending s where portal_id = ${portal.id} and endpoint_id = ${endpointId} and id = ${id}`,
  )
  if (!row) throw new NotFound()
  return toSending(row)
}

const now = sql`(extract(epoch from clock_timestamp()) * 1000000)::bigint`

/** Does the message wait for its turn already, sent again before? */
async function isOnItsWay(
  { tx, portal }: PortalCall,
  endpointId: string,
  messageId: string,
): Promise<boolean> {
  const found = await rows(
    tx,
    sql`select from webhook_sending where portal_id = ${portal.id} and endpoint_id = ${endpointId}
      and message_id = ${messageId} and state = 'waiting' limit 1`,
  )
  return found.length > 0
}

/** Is the endpoint told such messages now, and whoever answers for it of whom this one is? */
async function isToldNow(
  { tx, portal }: PortalCall,
  endpointId: string,
  sendingId: string,
): Promise<boolean> {
  const [found] = await inPortal(tx, portal.id, () =>
    rows(
      tx,
      sql`select from webhook_sending s join webhook_message m on m.id = s.message_id
          join webhook_endpoint e on e.portal_id = s.portal_id and e.id = s.endpoint_id
        where s.portal_id = ${portal.id} and s.endpoint_id = ${endpointId} and s.id = ${sendingId} and ${isTold}`,
    ),
  )
  return found !== undefined
}

/**
 * The same message once more, by itself: nothing waits for it. @throws NotFound; Conflict while it is on its way, also again, and for what
 * the endpoint is not told any more: it may have another address by now, or somebody else who answers for it.
 */
export async function sendAgain(call: PortalCall, endpointId: string, sendingId: string) {
  await endpointOf(call, endpointId)
  const { tx, portal } = call
  const before = await sendingOf(call, endpointId, sendingId)
  if (before.state === 'waiting' || (await isOnItsWay(call, endpointId, before.messageId)))
    throw new Conflict('webhooks.onItsWay')
  if (!(await isToldNow(call, endpointId, sendingId))) throw new Conflict('webhooks.notTold')
  const id = v7()
  await tx.execute(sql`insert into webhook_sending (portal_id, id, endpoint_id, message_id, type, thing, position)
    select portal_id, ${id}::uuid, endpoint_id, message_id, type, 'again ' || ${id}::text, ${now}
    from webhook_sending where portal_id = ${portal.id} and id = ${sendingId}`)
  return sendingOf(call, endpointId, id)
}

/** A message of the type `test` for one endpoint, whatever it is told else. @throws NotFound */
export async function testEndpoint(call: PortalCall, endpointId: string) {
  const { tx, portal } = call
  const { name } = await endpointOf(call, endpointId)
  const id = v7()
  const messageId = `msg_${v7().replaceAll('-', '')}`
  const data = { endpoint: { id: endpointId, name }, portal: { id: portal.id, name: portal.name } }
  await inPortal(tx, portal.id, () =>
    rows(
      tx,
      sql`insert into webhook_message (id, portal_id, account_id, type, thing, data, people, position)
        values (${messageId}, ${portal.id}, ${portal.accountId}, 'test', ${id}, ${JSON.stringify(data)}::jsonb,
          '[]'::jsonb, ${now})`,
    ),
  )
  await tx.execute(sql`insert into webhook_sending (portal_id, id, endpoint_id, message_id, type, thing, position)
    values (${portal.id}, ${id}, ${endpointId}, ${messageId}, 'test', ${id}, ${now})`)
  return sendingOf(call, endpointId, id)
}
