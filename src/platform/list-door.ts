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
    const unknown = wish[name]?.split(',').find((one) => !known.includes(one))
    if (unknown !== undefined)
      throw new BadInput('invalidInput', {
        [name]: { code: 'validation.unknownName', params: { name: unknown, known: known.join(', ') } },
      })
  }
  const notAsLines = asLines
    ? (['expand', 'page', 'pageSize', 'cursor'] as const).filter((name) => wish[name])
    : []
  if (notAsLines.length > 0)
    throw new BadInput(
      'invalidInput',
      Object.fromEntries(notAsLines.map((name) => [name, { code: 'validation.notAsLines' }])),
    )
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
  const window = { start, size: size + 1, since: wish.updatedSince }
  const { answer, keys } = await windowOf(read, window)
  const more = answer.items.length > size
  return placed({ answer, rows: answer.items, at: start, size, more, keys }, question)
}

const questionIn = ({ input, wish }: ListCall): Row => {
  const { page: _, ...others } = input
  return JSON.parse(JSON.stringify({ ...others, since: wish.updatedSince })) as Row
}

interface Asked {
  start: number
  size: number
  since?: string | undefined
  after?: readonly string[] | undefined
}

/** The rows that are asked for and, where the list's order has keys, where each of them stands. */
async function windowOf(
  read: Read,
  window: Asked,
): Promise<{ answer: Answer; keys?: string[][] | undefined }> {
  const told: { keys?: string[][] } = {}
  const answer = await inWindow({ ...window, told }, read)
  return { answer, keys: told.keys?.length === answer.items.length ? told.keys : undefined }
}

/** So many rows to each side are looked through for one that has moved. */
const lookAround = 10 * pageSizeMax

/** Goes on after the place where the last row stood, whatever has come or gone. @throws AppError 410 where the list has no keys. */
async function fromKey({ at, size, key }: Place, { wish }: ListCall, read: Read, question: string) {
  const asked = { start: 0, size: size + 1, since: wish.updatedSince, after: key }
  const { answer, keys } = await windowOf(read, asked)
  // A list that did not look at the key would begin again at its first row.
  if (!keys) throw new AppError(410, 'cursorLost')
  return placed({ answer, rows: answer.items, at, size, more: answer.items.length > size, keys }, question)
}

/**
 * Goes on after the rows that were answered last, wherever they are now: what has come or gone before them moves them, and
 * whoever counted pages would miss rows, or get some twice. @throws AppError 410 where all of them are gone.
 */
async function fromPlace(place: Place, call: ListCall, read: Read, question: string): Promise<Answer> {
  const { at, after } = place
  const { wish } = call
  const size = wish.pageSize ?? place.size
  if (place.key) return fromKey({ ...place, size }, call, read, question)
  const since = wish.updatedSince
  for (const around of after.length === 0 ? [0] : [after.length, lookAround]) {
    const start = Math.max(0, at - around)
    const wanted = at - start + size + 1 + (around > rememberedRows ? around : 0)
    const { answer, keys } = await windowOf(read, { start, size: wanted, since })
    const found = after.length === 0 ? -1 : lastOf(answer.items, after)
    if (found < 0 && after.length > 0) continue
    const rows = answer.items.slice(found + 1)
    const more = rows.length > size || answer.items.length === wanted
    const left = keys?.slice(found + 1)
    return placed({ answer, rows, at: start + found + 1, size, more, after, keys: left }, question)
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
  /** Where each of the rows stands. */
  keys?: string[][] | undefined
}

function placed({ answer, rows, at, size, more, after = [], keys }: Found, question: string): Answer {
  const items = rows.slice(0, size)
  const seen = [...after, ...items.map(idOf)].slice(-rememberedRows)
  const next = { at: at + items.length, size, after: seen, key: keys?.[items.length - 1] }
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
