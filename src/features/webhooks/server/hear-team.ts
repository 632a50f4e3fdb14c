import { sql } from 'drizzle-orm'
import type { BillTurn, ChargeTurn } from '#features/billing/server/occasions.ts'
import { openSql } from '#features/billing/server/settle-charges.ts'
import type { MemberTurn } from '#features/team/server/occasions.ts'
import { asJob } from '#platform/background.ts'
import { type Database, queriesIn, rows, type Tx } from '#platform/db.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { type Note, note, overhearing, wantedAt } from './note.ts'

/** A bill's turn, told at the master portal of its account, where bills are. */
export const hearBill = (tx: Tx, billId: string, turn: BillTurn): Promise<void> =>
  overhearing(tx, async (queries) => {
    const told = await queries.query<Note>(
      `select 'bill.' || $2 as type, p.id as "portalId", b.id::text as thing, jsonb_build_object(
        'id', b.id, 'account', jsonb_build_object('id', a.id, 'name', a.name), 'number', b.number, 'status', b.status,
        'payment', b.payment, 'period', b.period::text, 'issuedOn', b.issued_on::text, 'paidOn', b.paid_on::text,
        'payableCents', case when b.status = 'Approved' then b.totals->'payableCents' else 'null'::jsonb end) as data
      from bill b join account a on a.id = b.account_id
      join portal p on p.account_id = a.id and p.master and p.deleted_at is null where b.id = $1::uuid`,
      [billId, turn],
    )
    await note(queries, told)
  })

/** A charge's turn, told where its account's bills are. */
export const hearCharge = (tx: Tx, chargeId: string, turn: ChargeTurn): Promise<void> =>
  overhearing(tx, async (queries) => {
    const told = await rows<Note>(
      tx,
      sql`select 'charge.' || ${turn}::text as type, p.id as "portalId", c.id::text as thing, jsonb_build_object(
        'id', c.id, 'account', jsonb_build_object('id', a.id, 'name', a.name), 'number', c.number,
        'issuedOn', c.issued_on::text, 'totalCents', (c.totals->>'totalCents')::bigint, 'openCents', ${openSql},
        'corrects', c.corrects_id) as data
      from charge c join account a on a.id = c.account_id
      join portal p on p.account_id = a.id and p.master and p.deleted_at is null where c.id = ${chargeId}`,
    )
    await note(queries, told)
  })

/** Somebody came onto a team, left it, or may something else there. */
export const hearMember = (tx: Tx, turn: MemberTurn): Promise<void> =>
  overhearing(tx, async (queries) => {
    const { what, portalId, personId, role, grants, denies } = turn
    const type = `member.${what}` as const
    if (!(await wantedAt(queries, [portalId], [type])).has(portalId)) return
    const [portal] = await queries.query<{ id: string; name: string }>(
      'select id, name from portal where id = $1::uuid',
      [portalId],
    )
    const data = { id: personId, portal, role, grants, denies }
    await note(queries, [{ portalId, type, thing: personId, data }])
  })

/** A release stands on its portal's page from now on. */
export const hearRelease = (tx: Tx, portalId: string, releaseId: string): Promise<void> =>
  overhearing(tx, async (queries) => {
    const told = await queries.query<Note>(
      `select 'release.published' as type, r.portal_id as "portalId", r.id::text as thing, jsonb_build_object('id', r.id,
        'portal', jsonb_build_object('id', p.id, 'name', p.name), 'title', r.title, 'productId', r.product_id,
        'releaseAt', to_char(r.release_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'presave', r.presave) as data
      from release r join portal p on p.id = r.portal_id where r.portal_id = $1::uuid and r.id = $2::uuid`,
      [portalId, releaseId],
    )
    await note(queries, told)
  })

interface GivenPost {
  id: string
  kind: string
  title: unknown
  description: unknown
}

/** A post reached these people: endpoints of theirs are told, each portal's once. */
export async function hearPost(
  tx: Tx,
  { id, kind, title, description }: GivenPost,
  people: readonly string[],
): Promise<void> {
  const queries = queriesIn(tx)
  const found = await queries.query<{ portalId: string; people: string[] }>(
    `select e.portal_id as "portalId", jsonb_agg(distinct e.person_id) as people from webhook_endpoint e
    where e.removed_at is null and jsonb_exists(e.types, 'post.published')
      and e.person_id in (select (jsonb_array_elements_text($1::jsonb))::uuid)
    group by 1`,
    [JSON.stringify(people)],
  )
  const data = { id, kind, title, description }
  await note(
    queries,
    found.map((one) => ({ ...one, type: 'post.published' as const, thing: id, data })),
  )
}

/** Tells of the whole day before, of each portal once. A job calls it each hour of the morning. */
export async function tellVisits(database: Database, now: Date): Promise<void> {
  const day = formatDay(dayOf(now.getTime()) - 1)
  await asJob(database, (tx) =>
    tx.execute(sql`insert into webhook_message (id, portal_id, account_id, type, thing, data)
      select 'msg_' || replace(gen_random_uuid()::text, '-', ''), p.id, p.account_id, 'visits.day', ${`visits ${day}`},
        jsonb_build_object('portal', jsonb_build_object('id', p.id, 'name', p.name), 'day', ${day}::text,
          'pageViews', coalesce(v.views, 0), 'visits', coalesce(v.visits, 0), 'visitors', coalesce(v.visitors, 0))
      from portal p
      left join visits_total v on v.scope_id = p.id and v.grain = 'day'
        and v.t = (${day}::date::timestamp at time zone 'Europe/Madrid')
      where p.deleted_at is null and exists (select from webhook_endpoint e where e.account_id = p.account_id
        and e.removed_at is null and (e.portal_id = p.id or e.whole_account) and jsonb_exists(e.types, 'visits.day'))
      on conflict do nothing`),
  )
}
