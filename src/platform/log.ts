import { pino } from 'pino'

const secret = ['password', 'token', 'cookie', 'authorization', 'iban', 'secret', 'passwordHash', 'tokenHash']

/** Logs in JSON lines, secrets masked wherever they stand up to two levels deep. */
export const createLog = (level: string, destination?: { write(line: string): void }) =>
  pino(
    {
      level,
      base: null,
      redact: { paths: secret.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[masked]' },
      serializers: { error: describeError },
    },
    destination ?? buffered(),
  )

let shared: ReturnType<typeof pino.destination> | undefined
/**
 * A line at a time would cost every request a write; what waits is written within 200 ms and when the process ends. One for
 * all logs of a process: each has a clock of its own, which writes whether or not anything waits, and never stops.
 */
function buffered() {
  shared ??= pino.destination({ dest: 1, sync: false, minLength: 8_192, periodicFlush: 200 })
  return shared
}

export type Log = ReturnType<typeof createLog>

/** Database errors carry the row's values in their message's detail; only what is safe is kept. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const cause = error.cause as { code?: string; message?: string } | undefined
  return {
    name: error.name,
    message: maskUrl(cause?.message ?? error.message.split('\nparams:')[0] ?? ''),
    code: (error as { code?: string }).code ?? cause?.code,
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 12)
      .join('\n'),
  }
}

const maskUrl = (text: string) => text.replace(/(\w+:\/\/)[^@\s/]+@/g, '$1[masked]@')
