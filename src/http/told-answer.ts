import type { CallContext, Progress } from '#platform/call.ts'
import { NotFound } from '#platform/errors.ts'
import { asAppError } from '#platform/failures.ts'
import { errorBody } from '#platform/words.ts'
import { answerApi } from './api-handler.ts'

/** Said at most so often: a line for each row would be more than the file itself. */
const everyMs = 200

/**
 * The answer of a long call as a stream of lines (application/x-ndjson): `{progress}` while it goes on, and last
 * `{status, body}` with what the plain answer would have been. The stream itself is always a 200.
 */
export function tellingProgress(request: Request, call: CallContext): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const say = (line: object) => controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
      let last = 0
      let phase = ''
      let open = true
      const tell = (progress: Progress) => {
        if (!open || (progress.phase === phase && Date.now() - last < everyMs)) return
        last = Date.now()
        phase = progress.phase
        // Whoever went away is told nothing more; the call itself goes on to its end.
        try {
          say({ progress })
        } catch {
          open = false
        }
      }
      const answer = await plainAnswer(request, { ...call, tell })
      try {
        say(answer)
        controller.close()
      } catch {
        open = false
      }
    },
  })
  // `no-transform`: compressed, the lines would arrive all at once.
  return new Response(body, {
    headers: { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store, no-transform' },
  })
}

async function plainAnswer(request: Request, call: CallContext): Promise<{ status: number; body: unknown }> {
  try {
    const answer = await answerApi(request, call)
    if (!answer) return { status: 404, body: errorBody(new NotFound(), call.locale) }
    const text = answer.text ?? (await answer.response.text())
    return { status: answer.response.status, body: text === '' ? null : JSON.parse(text) }
  } catch (error) {
    const known = asAppError(error)
    if (!known || known.status >= 500) call.log.error({ error }, 'request failed')
    return { status: known?.status ?? 500, body: errorBody(known ?? error, call.locale) }
  }
}
