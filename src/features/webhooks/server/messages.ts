import { type SQL, sql } from 'drizzle-orm'
import { staffKeys } from '#platform/actor-portals.ts'
import type { SignedInCall, View } from '#platform/call.ts'
import { rows } from '#platform/db.ts'
import { seenInView } from '#platform/of-portals.ts'
import { inSeen } from '#platform/own-reach.ts'
import type { WebhookType } from '../choices.ts'
import type { WebhookMessage } from '../messages-contract.ts'
import { offeredAt } from './rights.ts'

const usualLimit = 100

interface Asked {
  after?: string | undefined
  limit?: number | undefined
  portal?: string | undefined
  type?: WebhookType | WebhookType[] | undefined
}
interface Row extends Omit<WebhookMessage, 'timestamp'> {
  at: Date | string
  position: string
}

const everyone = { master: true, label: true }

/** Whose messages one may read: those of one's view, and of them what one may see on a page. */
function seenBy(view: View, person: SignedInCall['actor']['person']): { where: SQL; types: WebhookType[] } {
  if (view.kind === 'staff')
    return { where: sql`true`, types: offeredAt({ ...everyone, keys: staffKeys(person) }) }
  const types = offeredAt(view.portal)
  const where =
    view.kind === 'account' ? sql`m.account_id = ${view.accountId}` : sql`m.portal_id = ${view.portal.id}`
  return { where, types }
}

/**
 * Messages after a place, the oldest first. Places are given once a change stands (hand-out.ts): what is read here is never
 * followed by something of before.
 */
export async function listMessages(call: SignedInCall & { view: View }, asked: Asked) {
  const { tx, actor, view } = call
  const { after, limit = usualLimit, portal, type } = asked
  const { where, types } = seenBy(view, actor.person)
  const wanted = [type ?? types].flat().filter((one) => types.includes(one))
  // Messages of a portal lie past its policies: what one of its team may be told, another may not.
  const found = await inSeen(tx, 'ownAccount', seenInView(call), () =>
    rows<Row>(
      tx,
      sql`select m.id, m.portal_id as "portalId", m.type, m.data, m.at, m.position::text as position
        from webhook_message m
        where ${where} and m.position > ${after ?? '0'}::bigint
          and m.type in (select jsonb_array_elements_text(${JSON.stringify(wanted)}::jsonb))
          and (m.people is null or jsonb_exists(m.people, ${actor.person.id}))
          ${portal ? sql`and m.portal_id = ${portal}` : sql``}
        order by m.position limit ${limit + 1}`,
    ),
  )
  const items = found.slice(0, limit)
  return {
    items: items.map(({ id, portalId, type: of, data, at }) => ({
      ...{ id, portalId, type: of, timestamp: new Date(at).toISOString(), data },
    })),
    cursor: items.at(-1)?.position ?? after ?? '0',
    hasMore: found.length > limit,
  }
}
