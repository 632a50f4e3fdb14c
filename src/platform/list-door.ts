import { pageSize as usualSize } from './constants.ts'
import { AppError, BadInput } from './errors.ts'
import {
  type Place,
  questionOf,
  readCursor,
  rememberedRows,
  streamedRows,
  writeCursor,
} from './list-cursor.ts'
import { type ListShape, pageSizeMax } from './list-shape.ts'
import { inWindow } from './paging.ts'

/** Parameters that the door of lists answers to; verbs do not get them. */
interface Wish {
  page?: number
  pageSize?: number
  cursor?: string
  fields?: string
  expand?: string
  updatedSince?: string
}
type Row = Record<string, unknown>
export interface Answer {
  items: Row[]
  [other: string]: unknown
}
/** A list as its verb answers it, of the rows that are asked for round it. */
type Read = () => Promise<Answer>

/** What a list is asked for: what its verb gets, and how it is answered. */
export interface ListCall {
  input: Row
  wish: Wish
  list: ListShape
  /** Whoever goes through it row by row is told where to go on. */
  program: boolean
}

/** Who asks, and for what: with a key, for all of it. */
interface Caller {
  keyHash?: string | undefined
  asLines?: boolean | undefined
}

/** Parts what is for the verb from what is for the door. @throws BadInput for a field that no row has. */
export function listCall(list: ListShape, input: Row, { keyHash, asLines }: Caller): ListCall {
  const { pageSize, cursor, fields, expand, updatedSince, ...own } = input as Wish & Row
  const wish = { pageSize, cursor, fields, expand, updatedSince, page: own['page'] } as Wish
  for (const [name, known] of [
    ['fields', [...list.fields, ...list.expand]],
    ['expand', list.expand],
  ] as const) {
    const unknown = wish[name]?.split(',').some((one) => !known.includes(one))
    if (unknown) throw new BadInput('invalidInput', { [name]: { code: 'validation.unknown' } })
  }
  if (asLines && expand) throw new BadInput('invalidInput', { expand: { code: 'validation.unknown' } })
  return { input: own, wish, list, program: keyHash !== undefined }
}

/** Answers a list as it is wished for. `read` is its verb. */
export async function answerList(call: ListCall, read: Read): Promise<Answer> {
  const { wish, list } = call
  if (!list.paged) return sinceOnly(await read(), wish)
  const question = questionOf(questionIn(call))
  const size = wish.pageSize ?? usualSize
  if (wish.cursor) return fromPlace(readCursor(wish.cursor, question), call, read, question)
  if (!call.program && wish.cursor === undefined && wish.pageSize === undefined && !wish.updatedSince)
    return read()
  const page = wish.page ?? 1
  const start = (page - 1) * size
  const answer = await windowOf(read, { start, size: size + 1, since: wish.updatedSince })
  return placed({ answer, rows: answer.items, at: start, size, more: answer.items.length > size }, question)
}

const questionIn = ({ input, wish }: ListCall): Row => {
  const { page: _, ...others } = input
  return JSON.parse(JSON.stringify({ ...others, since: wish.updatedSince })) as Row
}

const windowOf = (read: Read, window: { start: number; size: number; since?: string | undefined }) =>
  inWindow(window, read)

/** So many rows to each side are looked through for one that has moved. */
const lookAround = 10 * pageSizeMax

/**
 * Goes on after the rows that were answered last, wherever they are now: what has come or gone before them moves them, and
 * whoever counted pages would miss rows, or get some twice. @throws AppError 410 where all of them are gone.
 */
async function fromPlace(place: Place, { wish }: ListCall, read: Read, question: string): Promise<Answer> {
  const { at, size, after } = place
  if (wish.pageSize !== undefined && wish.pageSize !== size)
    throw new BadInput('invalidInput', { pageSize: { code: 'validation.cursor' } })
  const since = wish.updatedSince
  for (const around of after.length === 0 ? [0] : [after.length, lookAround]) {
    const start = Math.max(0, at - around)
    const wanted = at - start + size + 1 + (around > rememberedRows ? around : 0)
    const answer = await windowOf(read, { start, size: wanted, since })
    const found = after.length === 0 ? -1 : lastOf(answer.items, after)
    if (found < 0 && after.length > 0) continue
    const rows = answer.items.slice(found + 1)
    const more = rows.length > size || answer.items.length === wanted
    return placed({ answer, rows, at: start + found + 1, size, more, after }, question)
  }
  throw new AppError(410, 'cursorLost')
}

/** Where the newest of the remembered rows stands. */
function lastOf(items: readonly Row[], after: readonly string[]): number {
  const ids = items.map(idOf)
  for (const id of after.toReversed()) {
    const at = ids.indexOf(id)
    if (at >= 0) return at
  }
  return -1
}

/** Rows of a ledger have no id of their own: they are what they say. */
const idOf = (row: Row): string => (typeof row['id'] === 'string' ? row['id'] : questionOf(row))

interface Found {
  answer: Answer
  rows: Row[]
  at: number
  size: number
  more: boolean
  after?: string[]
}

function placed({ answer, rows, at, size, more, after = [] }: Found, question: string): Answer {
  const items = rows.slice(0, size)
  const seen = [...after, ...items.map(idOf)].slice(-rememberedRows)
  const next = { at: at + items.length, size, after: seen }
  return {
    ...answer,
    items,
    page: Math.floor(at / size) + 1,
    pageSize: size,
    nextCursor: more ? writeCursor(next, question) : null,
  }
}

/** A list that is answered whole is looked through for what has changed. */
function sinceOnly(answer: Answer, { updatedSince }: Wish): Answer {
  if (!updatedSince) return answer
  const from = Date.parse(updatedSince)
  const items = answer.items.filter(({ updatedAt }) => Date.parse(String(updatedAt)) >= from)
  return { ...answer, items, ...('total' in answer ? { total: items.length } : {}) }
}

/** Rows with only the fields that are wished for. */
export function trimmed(answer: Answer, { fields }: Wish): Answer {
  if (!fields) return answer
  const names = fields.split(',')
  const items = answer.items.map((row) =>
    Object.fromEntries(names.flatMap((name) => (name in row ? [[name, row[name]]] : []))),
  )
  return { ...answer, items }
}

/** Every row of a list as lines of JSON, one after the other. */
export async function* allRows(call: ListCall, read: Read): AsyncGenerator<string> {
  const { wish, list } = call
  let place: Place = { at: 0, size: streamedRows, after: [] }
  const question = questionOf(questionIn(call))
  for (;;) {
    const answer = list.paged
      ? await fromPlace(place, { ...call, wish: { ...wish, pageSize: streamedRows } }, read, question)
      : sinceOnly(await read(), wish)
    const { items } = trimmed(answer, wish)
    if (items.length > 0) yield items.map((row) => `${JSON.stringify(row)}\n`).join('')
    const next = answer['nextCursor']
    if (typeof next !== 'string') return
    place = readCursor(next, question)
  }
}
