import { toCsv } from '#platform/csv-out.ts'
import type { Call } from '#platform/handle.ts'
import { words } from '#platform/words.ts'
import { type ActivityFilters, exportBatch } from '../contract.ts'
import { findActivity, readableBy } from './queries.ts'
import { toEntry } from './read-activity.ts'

const columns = ['at', 'actor', 'onBehalfOf', 'portal', 'action', 'target', 'changes', 'address'] as const

/**
 * One batch of the activity as CSV, from the row after `after` on. In batches, so that neither side ever holds the
 * whole log.
 */
export async function exportActivity(
  call: Call,
  { after, ...filters }: ActivityFilters & { after?: string | undefined },
) {
  const found = await findActivity(call.tx, readableBy(call), filters, { limit: exportBatch, after })
  const lines = found.map((row) => {
    const { at, actor, onBehalfOf, portal, summary, target, changes, address } = toEntry(row, call.locale)
    const said = changes.map((one) => `${one.label}: ${one.before ?? '–'} → ${one.after ?? '–'}`).join('; ')
    const who = (one: typeof actor) => one?.name ?? one?.id ?? ''
    return [at, who(actor), who(onBehalfOf), who(portal), summary, who(target), said, address ?? '']
  })
  const heading = columns.map((name) => words(`activity.column.${name}`, call.locale))
  return {
    name: `${words('activity.fileName', call.locale)}.csv`,
    csv: toCsv(lines, after ? undefined : heading),
    next: found.length === exportBatch ? (found.at(-1)?.id ?? null) : null,
  }
}
