import * as messages from '#paraglide/messages.js'
import type { Locale } from './constants.ts'
import { AppError, type Change, NotSignedIn, Stale } from './errors.ts'
import { formats } from './format.ts'

type Message = (params: Record<string, string | number>, options: { locale: Locale }) => string
const all = messages as unknown as Record<string, Message | undefined>

/** The words of a message key, in a language. For keys that are only known at run time; pages use `m[…]()`. */
export function words(key: string, locale: Locale, params: Record<string, string | number> = {}): string {
  const message = all[key]
  if (!message) throw new Error(`No message "${key}"`)
  return message(params, { locale })
}

/** The words of a message that may not be there. */
export const wordsIfAny = (key: string, locale: Locale): string | undefined => all[key]?.({}, { locale })

/** The body of every error answer of the API. */
export interface ErrorBody {
  error: { code: string; message: string; fields?: Record<string, string>; change?: Change }
}

/** An error in the reader's words. What is not an AppError says nothing of itself. */
export function errorBody(error: unknown, locale: Locale): ErrorBody {
  if (!(error instanceof AppError))
    return { error: { code: 'internal', message: words('problem.internal', locale) } }
  const { code, params, fields } = error
  const said = error instanceof NotSignedIn && error.byProgram ? 'keyMissing' : code
  const body: ErrorBody = { error: { code, message: say(said, locale, params) } }
  if (error instanceof Stale && error.change) body.error.change = error.change
  if (fields) {
    body.error.fields = Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, say(field.code, locale, field.params ?? {})]),
    )
  }
  return body
}

/** The words of an error's code. */
export const say = (code: string, locale: Locale, params: Record<string, string | number>) =>
  words(code.startsWith('validation.') ? code : `problem.${code}`, locale, inFigures(params, locale))

/** Figures as the reader writes them: `6.000,00 €` for a parameter whose name ends with `Cents`, which goes without it. */
const inFigures = (params: Record<string, string | number>, locale: Locale) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value !== 'number') return [name, value]
      const { money, number } = formats(locale)
      return name.endsWith('Cents') ? [name.slice(0, -'Cents'.length), money(value)] : [name, number(value)]
    }),
  )
