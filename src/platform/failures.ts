import { AppError } from './errors.ts'

/** SQLSTATE classes and socket errors that mean "no database right now", not "wrong query". */
const away = /^(08|57P0|53)|^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH)$/
const busy =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/
/** Deadlock, serialisation failure, statement timeout: another try may well work. */
const retry = /^(40001|40P01|57014|55P03|25006)$/

interface DatabaseError {
  code?: string
  message?: string
  cause?: DatabaseError
}

/** The database is there, and will say no to the same again: it cannot hold this, or may not (SQLSTATE classes 22 and 23). */
export function isRefusal(error: unknown): boolean {
  for (let fault = error as DatabaseError | undefined; fault; fault = fault.cause)
    if (/^2[23][0-9A-Z]{3}$/.test(fault.code ?? '')) return true
  return false
}

const mayWorkLater = ({ code = '', message = '' }: DatabaseError) =>
  away.test(code) || retry.test(code) || busy.test(message)

/** A failure as its caller may see it: an absent or overloaded database is 503, what cannot be stored is 400. */
export function asAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  for (let fault = error as DatabaseError | undefined; fault; fault = fault.cause) {
    if (mayWorkLater(fault)) return new AppError(503, 'unavailable', { headers: { 'Retry-After': '2' } })
    // Text that PostgreSQL cannot hold (NUL, a broken surrogate) or a number out of its range.
    if (/^(22021|22P05|22003|22P02|22008)$/.test(fault.code ?? '')) return new AppError(400, 'malformed')
  }
  return undefined
}
