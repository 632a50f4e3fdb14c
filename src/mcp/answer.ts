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
    const input = { ...(tool.paged ? { pageSize: usualRows } : {}), ...args, ...tool.fixed }
    const answer = await tool.run(tool.operation, { ...call, headers: new Headers() }, input)
    return { content: say(small((answer ?? {}) as Row)) }
  } catch (error) {
    return { isError: true, content: say(failureOf(error, call, tool.operation)) }
  }
}

/** The words of a failure; what is no fault of the caller’s is logged. */
export function failureOf(error: unknown, call: CallContext, operation: string) {
  const known = asAppError(error)
  if (!known || known.status >= 500)
    call.log.error({ error, operation, requestId: call.requestId }, 'operation failed')
  return errorBody(known ?? error, call.locale)
}

/** An answer that is not too long: its longest list loses rows until it fits, and says how many. */
export function small(answer: Row): Row | string {
  const whole = JSON.stringify(answer)
  if (whole.length <= answerMaxChars) return answer
  const lists = Object.entries(answer).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  )
  const [name, rows = []] =
    lists.sort(([, a], [, b]) => JSON.stringify(b).length - JSON.stringify(a).length)[0] ?? []
  if (!name) return cut(whole)
  const other = JSON.stringify({ ...answer, [name]: [] }).length
  let kept = 0
  let length = other + 100
  for (const row of rows) {
    length += JSON.stringify(row).length + 1
    if (length > answerMaxChars) break
    kept++
  }
  if (other > answerMaxChars) return cut(whole)
  const { nextCursor: _, ...rest } = answer
  return {
    ...rest,
    [name]: rows.slice(0, kept),
    leftOut: `${rows.length - kept} of ${name}: ask for fewer, or only for some fields`,
  }
}

const cut = (whole: string) => `${whole.slice(0, answerMaxChars)} … (cut: ask for less)`
