import type { CallContext } from '#platform/call.ts'
import { BadInput } from '#platform/errors.ts'
import { asAppError } from '#platform/failures.ts'
import { errorBody } from '#platform/words.ts'
import type { Tool } from './tools.ts'

/** Assistants read all that they are told, and pay for it. */
const answerMaxChars = 24_000
/** Rows that a list answers unless more are asked for. */
const usualRows = 20

type Row = Record<string, unknown>
export interface Told {
  [other: string]: unknown
  content: { type: 'text'; text: string }[]
  isError?: boolean
}

const say = (value: unknown): Told['content'] => [
  { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) },
]

/** Makes the call of a tool, through the same door as everybody’s. What is refused is told as the API tells it. */
export async function answerTool(tool: Tool, call: CallContext, args: Row): Promise<Told> {
  try {
    const said = Object.keys(tool.fixed).filter((name) => name in args)
    if (said.length > 0)
      throw new BadInput(
        'invalidInput',
        Object.fromEntries(said.map((name) => [name, { code: 'validation.unknown' }])),
      )
    const { skipped, own } = parted(tool, args)
    const usual = tool.paged && !('cursor' in own) ? { pageSize: usualRows } : {}
    const input = { ...usual, ...own, ...tool.fixed }
    const ask = async (asked: Row) =>
      ((await tool.run(tool.operation, { ...call, headers: new Headers() }, asked)) ?? {}) as Row
    const how = { skips: tool.skips, paged: tool.paged, skipped }
    const answer = await ask(input)
    const told = small(answer, how)
    const fit =
      typeof told === 'object' && 'leftOut' in told ? (told['items'] as unknown[] | undefined) : undefined
    // Pages go on by a cursor of their last row: that of a page as long as what fits.
    if (tool.paged && fit && fit.length > 1 && !('page' in own)) {
      const shorter = await ask({ ...input, pageSize: fit.length })
      if (typeof shorter['nextCursor'] === 'string') return { content: say(small(shorter, how)) }
    }
    return { content: say(told) }
  } catch (error) {
    return { isError: true, content: say(failureOf(error, call, tool.operation)) }
  }
}

/** What is for the operation, and how many rows are left out of its answer. @throws BadInput for what is no number of rows. */
function parted({ skips }: Tool, args: Row): { skipped: number; own: Row } {
  if (!skips) return { skipped: 0, own: args }
  const { skipRows = 0, ...own } = args
  if (typeof skipRows !== 'number' || !Number.isInteger(skipRows) || skipRows < 0)
    throw new BadInput('invalidInput', { skipRows: { code: 'validation.format' } })
  return { skipped: skipRows, own }
}

/** The words of a failure; what is no fault of the caller’s is logged. */
export function failureOf(error: unknown, call: CallContext, operation: string) {
  const known = asAppError(error)
  if (!known || known.status >= 500)
    call.log.error({ error, operation, requestId: call.requestId }, 'operation failed')
  return errorBody(known ?? error, call.locale)
}

interface Skipping {
  /** May rows be left out at the beginning? */
  skips: boolean
  /** Is it a list that is asked for page by page? */
  paged: boolean
  skipped: number
}

/** An answer that is not too long: its longest list loses rows until it fits, and says how many, and how they are had. */
function small(answer: Row, { skips, paged, skipped }: Skipping): Row | string {
  const whole = JSON.stringify(answer)
  if (whole.length <= answerMaxChars && skipped === 0) return answer
  const [name, all = []] = longestList(answer)
  if (!name) return cut(whole)
  const rows = all.slice(skipped)
  const other = JSON.stringify({ ...answer, [name]: [] }).length
  if (other > answerMaxChars) return cut(whole)
  const kept = countThatFits(rows, answerMaxChars - other - 100)
  const { nextCursor: _, ...rest } = answer
  // A row that fits nowhere is told as far as it goes: it must not stand before those after it for ever.
  if (kept === 0 && rows.length > 0) {
    const row = JSON.stringify(rows[0]).slice(0, Math.max(0, answerMaxChars - other - 200))
    const leftOut = `the rest of one${othersWord(rows.length - 1, { skips, skipped })}`
    return { ...rest, [name]: [`${row} … (cut: ask for only some fields)`], leftOut }
  }
  const told = { ...rest, [name]: rows.slice(0, kept) }
  if (kept === rows.length) return told
  if (!skips && !paged) return { ...told, leftOut: `${rows.length - kept} of ${name}` }
  const how = skips ? `ask again with skipRows: ${skipped + kept}` : 'ask for fewer, or only for some fields'
  return { ...told, leftOut: `${rows.length - kept} of ${name}: ${how}` }
}

/** The list that takes the most room, by its name. */
function longestList(answer: Row): [name: string, rows: unknown[]] | [] {
  const lists = Object.entries(answer).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  )
  return lists.sort(([, a], [, b]) => JSON.stringify(b).length - JSON.stringify(a).length)[0] ?? []
}

/** How many rows, from the first on, find room in so many characters. */
function countThatFits(rows: readonly unknown[], room: number): number {
  let length = 0
  const beyond = rows.findIndex((row) => {
    length += JSON.stringify(row).length + 1
    return length > room
  })
  return beyond === -1 ? rows.length : beyond
}

/** How those after the first are had, which alone was too long. */
function othersWord(others: number, { skips, skipped }: Pick<Skipping, 'skips' | 'skipped'>): string {
  if (others === 0) return ''
  const how = skips ? `skipRows: ${skipped + 1}` : 'fewer, or only some fields'
  return `, and ${others} more: ask again with ${how}`
}

const cut = (whole: string) => `${whole.slice(0, answerMaxChars)} … (cut: ask for less)`
