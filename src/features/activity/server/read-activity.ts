import type { MembersCall } from '#platform/call.ts'
import type { Locale } from '#platform/constants.ts'
import { askedAfter, listOf, pageSize, pageStart } from '#platform/paging.ts'
import type { ActivityEntry, ActivityQuery } from '../contract.ts'
import { actionOf, actionWords, columnWords } from './activity-words.ts'
import { changesBetween, nameIn } from './changes.ts'
import {
  type ActivityRow,
  actionsIn,
  countActivity,
  findActivity,
  peopleIn,
  portalsIn,
  readableBy,
} from './queries.ts'
import { narrowed, type Undoable, undoableBy } from './undoable.ts'

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name })

/** A row as people read it, in their language. */
export function toEntry(row: ActivityRow, locale: Locale, undoable: Undoable = new Map()): ActivityEntry {
  const undo = row.requestId === null ? undefined : undoable.get(row.requestId)
  const name = row.targetPerson ?? row.targetPortal ?? nameIn(row.before, row.after)
  return {
    id: row.id,
    at: row.at,
    action: row.action,
    summary: actionWords(actionOf(row.action, row.before, row.after), locale),
    actor: named(row.actorId, row.actorName),
    onBehalfOf: named(row.onBehalfOf, row.behalfName),
    key: named(row.keyId, row.keyName),
    portal: named(row.portalId, row.portalName),
    target: named(row.targetId, name),
    changes: changesBetween(row.before, row.after, locale),
    address: row.address,
    undo: undo?.standing ? row.requestId : null,
    changedSince: (undo?.columns ?? []).map((column) => columnWords(column, locale)).join(', '),
    uncompared: row.compared === false,
  }
}

/** Rows as the caller may read them: from where somebody did it is nothing for a program with a key. */
export const forCaller = <R extends { address: string | null }>(
  { actor }: MembersCall,
  rows: readonly R[],
): R[] => (actor?.keyId ? rows.map((row) => ({ ...row, address: null })) : [...rows])

/** A page of what the caller may read. */
export async function readActivity(call: MembersCall, { page = 1, ...asked }: ActivityQuery) {
  const filters = narrowed(call, asked)
  const readable = readableBy(call)
  const offset = pageStart(page)
  const found = await findActivity(call.tx, readable, filters, { limit: pageSize(), offset })
  const total =
    !askedAfter() && found.length < pageSize() && (found.length > 0 || page === 1)
      ? offset + found.length
      : await countActivity(call.tx, readable, filters)
  const undoable = await undoableBy(call, found)
  return listOf(
    forCaller(call, found).map((row) => toEntry(row, call.locale, undoable)),
    total,
    page,
  )
}

/** The filters' choices: actions, people and portals of which the caller may read something. */
export async function readChoices(
  call: MembersCall,
  actions: readonly string[],
  { q, person, portal }: { q?: string | undefined; person?: string | undefined; portal?: string | undefined },
) {
  const readable = readableBy(call)
  const choice = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })
  return {
    actions: (await actionsIn(call.tx, readable, actions))
      .map((value) => ({ value, label: actionWords(value, call.locale) }))
      .sort((a, b) => a.label.localeCompare(b.label, call.locale)),
    people: (await peopleIn(call.tx, readable, { q, chosen: [person] })).map(choice),
    portals: (await portalsIn(call.tx, readable, { q, chosen: [portal] })).map(choice),
  }
}
