import { createHash } from 'node:crypto'
import { BadInput } from './errors.ts'

/** Where a reader of a list has got to. */
export interface Place {
  /** How many rows come before the next one, as far as was known. */
  at: number
  size: number
  /** The last rows that were answered, by which the next one is found wherever it has moved to. */
  after: string[]
  /** Of a list whose order has keys: where its last row stood, and nothing else is needed. */
  key?: string[] | undefined
}

/** So many rows are read at once where all are. */
export const streamedRows = 1_000

/** So many rows are remembered: one of them may be gone meanwhile. */
export const rememberedRows = 8

/** What a list is asked for, but for where: a cursor goes on with the same question. */
export const questionOf = (asked: Record<string, unknown>): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')
    .slice(0, 8)

/** A cursor is part of an address: longer values than that are names that nobody gives. */
const longestKey = 600

export function writeCursor({ at, size, after, key }: Place, question: string): string {
  const byKey = key && Buffer.byteLength(JSON.stringify(key)) <= longestKey
  const place = byKey ? [2, question, at, size, key] : [1, question, at, size, after]
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** @throws BadInput for what is none of ours, or of another question. */
export function readCursor(text: string, question: string): Place {
  const [version, asked, at, size, after] = parsed(text)
  const isPlace =
    (version === 1 || version === 2) &&
    asked === question &&
    isCount(at) &&
    isCount(size) &&
    size > 0 &&
    size <= streamedRows &&
    Array.isArray(after) &&
    after.length <= rememberedRows &&
    after.every((id) => typeof id === 'string')
  if (!isPlace) throw new BadInput('invalidInput', { cursor: { code: 'validation.cursor' } })
  return version === 2 ? { at, size, after: [], key: after } : { at, size, after }
}

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 1e9

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
