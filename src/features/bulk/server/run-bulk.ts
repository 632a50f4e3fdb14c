import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { OpenCall } from '#platform/call.ts'
import { NotFound } from '#platform/errors.ts'
import { asAppError } from '#platform/failures.ts'
import type { Implementation } from '#platform/handle.ts'
import { readAnswer } from '#platform/http-conditions.ts'
import { operationNamed } from '#platform/operations-by-name.ts'
import { errorBody } from '#platform/words.ts'

interface Bulk {
  operation: string
  rows: readonly Record<string, unknown>[]
}

/**
 * Makes a call once for each row, one after the other, through the same door as if it came by itself: its rights, its
 * transaction, its activity. What is refused leaves the others alone. Under one `Idempotency-Key` each row has a key of its
 * own, so that whoever lost the answer sends the same rows again. @throws NotFound for what no key opens; AppError 422 where the
 * key stands for other rows.
 */
export async function runBulk(call: OpenCall, { operation, rows }: Bulk) {
  const implementation = operationNamed(operation)
  if (!implementation || !isForRows(implementation)) throw new NotFound()
  await refuseOtherRows(call, { operation, rows })
  const { successStatus = 200 } = implementation.contract['~orpc'].route
  const answers = []
  for (const [at, row] of rows.entries()) {
    // The embedded database answers without waiting: nobody else would be heard until the last row.
    if (at > 0) await setImmediate()
    // Nobody waits for what is left.
    if (call.signal?.aborted) break
    const requestId = randomUUID()
    const key = call.idempotencyKey && `${call.idempotencyKey}:${at}`
    const context = { ...call, requestId, idempotencyKey: key, ifMatch: undefined, headers: new Headers() }
    try {
      const body = await implementation.run(operation, context, row)
      answers.push({ status: successStatus, requestId, body: body ?? null })
    } catch (error) {
      const known = asAppError(error)
      if (!known || known.status >= 500) call.log.error({ error, operation, requestId }, 'operation failed')
      answers.push({ status: known?.status ?? 500, requestId, body: errorBody(known ?? error, call.locale) })
    }
  }
  const done = answers.filter(({ status }) => status < 300).length
  return { rows: answers, done, refused: answers.length - done }
}

/** Rows are known by their place: one more at the top would make all that were made once again. */
const refuseOtherRows = ({ actor, idempotencyKey, transaction }: OpenCall, asked: Bulk) =>
  idempotencyKey === undefined
    ? undefined
    : transaction((tx) => readAnswer({ tx, actor, operation: 'bulk.runBulk', idempotencyKey }, asked, true))

/** Programs may change something by it, in one transaction, with nothing but fields. */
function isForRows({ contract }: Implementation): boolean {
  const { apiKey, read, outside, bodyMegabytes, foreignBody } = contract['~orpc'].meta
  return apiKey === true && !read && !outside && !bodyMegabytes && !foreignBody
}
