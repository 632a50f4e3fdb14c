import type { MembersCall } from '#platform/call.ts'
import type { Locale } from '#platform/constants.ts'
import { marksFor, momentCell } from '#platform/csv-out.ts'
import { sheetFile } from '#platform/sheet-out.ts'
import { words } from '#platform/words.ts'
import type { ActivityFilters } from '../contract.ts'
import { findActivity, readableBy } from './queries.ts'
import { forCaller, toEntry } from './read-activity.ts'
import { narrowed } from './undoable.ts'

const columns = ['at', 'actor', 'onBehalfOf', 'portal', 'action', 'target', 'changes', 'address'] as const
const batch = 2_000

/** The activity as CSV, however much there is: read in batches, so that neither side ever holds the whole log. */
export function exportActivity(call: MembersCall, asked: ActivityFilters & { locale?: Locale | undefined }) {
  const { locale = call.locale, ...filters } = asked
  return sheetFile(call, {
    name: words('activity.fileName', locale),
    marks: marksFor({ ...call, locale }),
    as: 'csv',
    heading: columns.map((name) => words(`activity.column.${name}`, locale)),
    lines: linesOf(call, filters, locale),
  })
}

async function* linesOf(call: MembersCall, filters: ActivityFilters, locale: Locale) {
  const readable = readableBy(call)
  let after: string | undefined
  do {
    const found = await findActivity(call.tx, readable, narrowed(call, filters), { limit: batch, after })
    yield forCaller(call, found).map((row) => lineOf(row, call, locale))
    after = found.length === batch ? found.at(-1)?.id : undefined
  } while (after)
}

function lineOf(row: Parameters<typeof toEntry>[0], call: MembersCall, locale: Locale) {
  const { at, actor, onBehalfOf, key, portal, summary, target, changes, address, uncompared } = toEntry(
    row,
    locale,
  )
  const said = changes
    .map((one) => `${one.label}: ${one.before ?? '–'} → ${one.after ?? '–'}`)
    .concat(
      key ? [words('activity.withKey', locale, { name: key.name ?? words('activity.gone', locale) })] : [],
    )
    .concat(uncompared ? [words('activity.uncompared', locale)] : [])
    .join('; ')
  const who = (one: typeof actor) => one?.name ?? one?.id ?? ''
  return [
    momentCell(at, call),
    who(actor),
    who(onBehalfOf),
    who(portal),
    summary,
    who(target),
    said,
    address ?? '',
  ]
}
