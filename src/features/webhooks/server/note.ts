import { uuidV7 } from '#platform/bulk.ts'
import { type Database, elevated, queriesIn, type Tx } from '#platform/db.ts'
import type { WebhookType } from '../choices.ts'

/** Anything that asks within the transaction of what happened: a bulk's, or `queriesIn` of an operation's. */
export type Queries =
  | Pick<Database, 'query'>
  | { query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> }

export interface Note {
  portalId: string
  type: WebhookType
  thing: string
  data: Record<string, unknown>
  people?: readonly string[]
}

/**
 * Hears in the transaction of what happened, whoever did it: which endpoints want to know of it is nobody's to read who acts,
 * and what they are told is what happened, not more. Answers nothing.
 */
export const overhearing = (tx: Tx, run: (queries: Queries) => Promise<void>): Promise<void> =>
  elevated(tx, 'ownAccount', () => run(queriesIn(tx)))

const hearing = `e.removed_at is null and (e.portal_id = p.id or e.whole_account and e.account_id = p.account_id)`

/** Those of the portals that some endpoint wants to hear one of the types of. Most want none, and cost this question alone. */
export async function wantedAt(
  queries: Queries,
  portalIds: readonly string[],
  types: readonly WebhookType[],
): Promise<Set<string>> {
  if (portalIds.length === 0) return new Set()
  const found = await queries.query<{ id: string }>(
    `select distinct p.id from portal p join webhook_endpoint e on e.account_id = p.account_id and ${hearing}
      and jsonb_exists_any(e.types, array(select jsonb_array_elements_text($2::jsonb)))
    where p.id in (select (jsonb_array_elements_text($1::jsonb))::uuid)`,
    [JSON.stringify([...new Set(portalIds)]), JSON.stringify(types)],
  )
  return new Set(found.map(({ id }) => id))
}

/**
 * Writes down what happened, in the transaction in which it does: it is told if and only if that one stands. Nothing is kept
 * that nobody wants to hear.
 */
export async function note(queries: Queries, notes: readonly Note[]): Promise<void> {
  if (notes.length === 0) return
  await queries.query(
    `insert into webhook_message (id, portal_id, account_id, type, thing, data, people)
    select 'msg_' || replace((${uuidV7})::text, '-', ''), p.id, p.account_id, x.type, x.thing, x.data, x.people
    from jsonb_to_recordset($1::jsonb) as x("portalId" uuid, type text, thing text, data jsonb, people jsonb)
    join portal p on p.id = x."portalId"
    where exists (select from webhook_endpoint e where e.account_id = p.account_id and ${hearing}
      and jsonb_exists(e.types, x.type))
    on conflict do nothing`,
    [JSON.stringify(notes)],
  )
}
