import { type SQL, sql } from 'drizzle-orm'
import { operationList } from '#api.ts'
import type { PortalScope } from '#platform/actor.ts'
import { staffKeys } from '#platform/actor-portals.ts'
import { demand } from '#platform/admission.ts'
import type { MembersCall } from '#platform/call.ts'
import { elevated } from '#platform/db.ts'
import { Forbidden } from '#platform/errors.ts'
import type { OperationMeta } from '#platform/operation.ts'
import { select } from '#platform/select.ts'
import { keptRow } from '#platform/table.ts'
import { undoDays } from '#platform/undo.ts'
import type { ActivityFilters } from '../contract.ts'
import { changedSince, columnsSince } from './changed-since.ts'
import type { Narrowed } from './queries.ts'

/** How the call is declared that did this, if it can be taken back. */
export function undoableOf(action: string): OperationMeta | undefined {
  const meta = operationList.find(({ fullName }) => fullName === action)?.contract['~orpc'].meta
  return meta?.undoable ? meta : undefined
}

/** Whoever may do it in its portal may take it back; what lies in no single portal is taken back by whoever did it. */
export const inOnePortal = ({ scope }: OperationMeta): boolean => scope === 'portal' || scope === 'row'

/** Rows of changes that nobody has taken back and that are not too long ago. */
export const stillKept: SQL = sql`undone_at is null and at > clock_timestamp() - make_interval(days => ${undoDays})`

// As an id, so that it is looked for by its index: a program may have called its request anything.
const requestOfRow = sql.raw(
  `case when a.request_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then a.request_id::uuid end`,
)

/**
 * Condition that the caller can put a row `a` of the activity back, as far as that shows from the row. What was kept says
 * which requests come into question, a day more than can be put back: a row of the log is written after what it kept.
 */
function restorableBy({ actor }: MembersCall, onlyDeleted: boolean): SQL {
  const named = (single: boolean) =>
    operationList
      .map(({ fullName }) => fullName)
      .filter((name) => {
        const meta = undoableOf(name)
        return meta !== undefined && inOnePortal(meta) === single
      })
  const among = (names: readonly string[]) =>
    sql`a.action = any(${sql.param(`{${names.join(',')}}`)}::text[])`
  return sql`a.at > clock_timestamp() - make_interval(days => ${undoDays})
    and a.request_id = any(array(select distinct k.request_id::text from kept_row k where k.undone_at is null
      and k.at > clock_timestamp() - make_interval(days => ${undoDays + 1})
      and ${onlyDeleted ? sql`k.became is null` : sql`true`}))
    and (${among(named(true))}
      or a.actor_id = ${actor?.person.id ?? null} and ${among(named(false))})
    and not ${changedSince(requestOfRow)}
    and not exists (select from portal p where p.id = a.portal_id and p.deleted_at is not null)`
}

/** Filters as they are asked of the log. */
export const narrowed = (
  call: MembersCall,
  { restorable, deleted, ...filters }: ActivityFilters,
): Narrowed =>
  restorable || deleted ? { ...filters, restorable: restorableBy(call, deleted !== undefined) } : filters

interface Done {
  requestId: string | null
  action: string
  actorId: string | null
  portalId: string | null
  accountId: string | null
}

/** Changes that the caller may take back, by their requests; each with what was written since and stands against it. */
export type Undoable = ReadonlyMap<string, { standing: boolean; columns: readonly string[] }>

/** Which of these changes the caller may take back. */
export async function undoableBy(call: MembersCall, done: readonly Done[]): Promise<Undoable> {
  const gone = await goneOf(call, done)
  const mine = done
    .filter((one) => one.requestId && !gone.has(one.portalId ?? '') && mayUndo(call, one))
    .map(({ requestId }) => requestId)
  if (mine.length === 0) return new Map()
  const found = await elevated(call.tx, 'undo', () =>
    select(
      call.tx,
      {
        requestId: keptRow.requestId,
        changed: sql<boolean>`${changedSince(sql`kept_row.request_id`)}`,
        columns: columnsSince(sql`kept_row.request_id`),
      },
      sql`kept_row where request_id = any(${sql.param(`{${mine.join(',')}}`)}::uuid[]) and ${stillKept}
        group by request_id`,
    ),
  )
  return new Map(found.map(({ requestId, changed, columns }) => [requestId, { standing: !changed, columns }]))
}

/** Portals that were deleted since: nothing in them is there to be put back. */
async function goneOf({ tx }: MembersCall, done: readonly Done[]): Promise<Set<string>> {
  const ids = [...new Set(done.flatMap(({ portalId }) => portalId ?? []))]
  if (ids.length === 0) return new Set()
  const found = await select(
    tx,
    { id: sql<string>`id` },
    sql`portal where id = any(${sql.param(`{${ids.join(',')}}`)}::uuid[]) and deleted_at is not null`,
  )
  return new Set(found.map(({ id }) => id))
}

function mayUndo(
  { actor, memberships }: MembersCall,
  { action, actorId, portalId, accountId }: Done,
): boolean {
  const meta = undoableOf(action)
  if (!meta || !actor) return false
  if (!inOnePortal(meta)) return actorId === actor.person.id
  const { person } = actor
  const isOf = (portal: PortalScope) =>
    portal.id === portalId || (portal.label && portal.accountId === accountId)
  const keys = person.staff ? staffKeys(person) : memberships.find(isOf)?.keys
  try {
    if (keys) demand(actor, keys, meta.access)
    return keys !== undefined
  } catch (error) {
    if (error instanceof Forbidden) return false
    throw error
  }
}
