import { eq, sql } from 'drizzle-orm'
import { safeParse } from 'zod/v4/core'
import { businessTimeZone, type Locale } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { BadInput, Unprocessable } from '#platform/errors.ts'
import { ForeignRefusal, readForeign } from '#platform/foreign.ts'
import { readSheet, UnreadableSheet } from '#platform/sheet.ts'
import { encodingAtStart, textOf } from '#platform/text-encoding.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { describeIssue } from '#platform/validation.ts'
import { words } from '#platform/words.ts'
import { EventDraft } from '../contract.ts'
import { type ImportRow, importRowsMax } from '../transfer-contract.ts'
import { createEvent } from './create-event.ts'
import { readEventSheet } from './event-sheet.ts'
import type { FoundEvent } from './read-calendar.ts'
import { event } from './table.ts'
import { eventValues } from './values.ts'

/** `check` makes nothing; `all` makes all rows or none; `valid` leaves out those with errors. */
export type ImportMode = 'check' | 'all' | 'valid'

const bytesMax = 1024 * 1024
const refused = (code: string) => new Unprocessable({ file: { code, params: { max: importRowsMax } } })

async function readCalendarFile(bytes: Uint8Array): Promise<FoundEvent[]> {
  const text = await textOf(bytes)
  if (text === undefined) throw refused('events.importUnreadable')
  let found: FoundEvent[]
  try {
    found = await readForeign('calendar', text)
  } catch (error) {
    throw error instanceof ForeignRefusal ? refused('events.importUnreadable') : error
  }
  if (found.length === 0) throw refused('events.importEmpty')
  if (found.length > importRowsMax) throw refused('events.importTooMany')
  return found
}

/** The events that a file tells of. @throws Unprocessable by the field `file`. */
export async function readEventFile(file: File, now: Date): Promise<FoundEvent[]> {
  if (file.size > bytesMax) throw refused('events.importTooLarge')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const head = new TextDecoder(encodingAtStart(bytes)).decode(bytes.subarray(0, 200)).trimStart()
  if (/^BEGIN:VCALENDAR/i.test(head)) return readCalendarFile(bytes)
  const sheet = await readSheet(bytes, importRowsMax).catch((error: unknown) => {
    if (!(error instanceof UnreadableSheet)) throw error
    throw refused(error.code === 'tooMany' ? 'events.importTooMany' : 'events.importUnreadable')
  })
  const found = readEventSheet(sheet, formatDay(dayOf(now.getTime())))
  if (!found.some(({ draft }) => draft.name)) throw refused('events.importNoHeading')
  return found
}

interface Judged {
  row: ImportRow
  draft: EventDraft | undefined
}

/** Looks at every event, and adds those that the mode allows. What the portal has already is not added again. */
export async function importEvents(
  tx: Tx,
  portalId: string,
  found: readonly FoundEvent[],
  { mode, publication, locale }: { mode: ImportMode; publication: 'draft' | 'published'; locale: Locale },
): Promise<{ rows: ImportRow[]; created: number }> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`events ${portalId}`}, 0))`)
  const there = await tx
    .select({ name: event.name, startsAt: event.startsAt })
    .from(event)
    .where(eq(event.portalId, portalId))
  const keyOf = (name: string, startsAt: Date | string) =>
    `${new Date(startsAt).getTime()} ${name.trim().toLowerCase()}`
  const known = new Set(there.map(({ name, startsAt }) => keyOf(name, startsAt)))
  const judged = found.map((one): Judged => {
    const { draft, errors } = judge({ ...one, draft: { ...one.draft, publication } }, locale)
    if (draft) {
      const key = keyOf(draft.name, draft.startsAt)
      if (known.has(key)) errors.name = words('problem.events.importTwice', locale)
      known.add(key)
    }
    return { row: rowOf(one, errors), draft }
  })
  const good = judged.filter(({ row }) => Object.keys(row.errors).length === 0)
  const rowsOf = judged.map(({ row }) => row)
  if (mode === 'check' || (mode === 'all' && good.length < judged.length)) return { rows: rowsOf, created: 0 }
  for (const { row, draft } of good) if (draft) row.eventId = (await createEvent(tx, portalId, draft)).id
  return { rows: rowsOf, created: good.length }
}

function rowOf({ row, draft }: FoundEvent, errors: Record<string, string>): ImportRow {
  const text = (name: string) => (typeof draft[name] === 'string' ? draft[name].slice(0, 120) : '')
  const at = Date.parse(text('startsAt'))
  return {
    row,
    name: text('name'),
    startsAt: Number.isNaN(at) ? null : new Date(at).toISOString(),
    timeZone: text('timeZone') || businessTimeZone,
    where: [text('venue'), text('city')].filter((part) => part).join(', '),
    errors,
    eventId: null,
  }
}

function judge({ draft, problem }: FoundEvent, locale: Locale) {
  const errors: Record<string, string> = {}
  if (problem) errors[problem.field] = words(`problem.${problem.code}`, locale)
  const parsed = safeParse(EventDraft, draft, { reportInput: true })
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const { key, params } = describeIssue(issue, EventDraft)
      errors[String(issue.path[0] ?? 'name')] ??= words(`validation.${key}`, locale, params)
    }
    return { draft: undefined, errors }
  }
  for (const [field, { code, params }] of Object.entries(disagreementsIn(parsed.data)))
    errors[field] ??= words(code.startsWith('validation.') ? code : `problem.${code}`, locale, params)
  return { draft: parsed.data, errors }
}

function disagreementsIn(draft: EventDraft): NonNullable<BadInput['fields']> {
  try {
    eventValues(draft)
    return {}
  } catch (error) {
    if (!(error instanceof BadInput)) throw error
    return error.fields ?? {}
  }
}
