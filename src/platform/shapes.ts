import * as z from 'zod/mini'

/** Shapes that several contracts share. Browser-safe. */

export const Id = z.uuid()
export const PortalId = z.object({ portalId: Id })
/** A moment as ISO 8601 with its offset. */
export const Moment = z.iso.datetime({ offset: true })
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
/** A currency by its code of ISO 4217: `EUR`. One that nothing is sold in (`XXX`, `XTS`) is none. */
export const Currency = z.string().check(
  z.regex(/^[A-Z]{3}$/),
  z.refine((code) => currencies.has(code), { error: 'format' }),
)
export const Empty = z.object({})
/** The answer of a 204. */
export const Nothing = z.null()

/** Trimmed text of 1 to `max` characters. Control characters other than line breaks are refused. */
export const Text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max), printable)
/** Text that may be empty. */
export const OptionalText = (max: number) => z.string().check(z.trim(), z.maxLength(max), printable)

// NUL cannot be stored, lone surrogates are no text, and the other controls only hide things from readers.
const hidden = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/v
const printable = z.check<string>(({ value, issues }) => {
  const found = hidden.exec(value)?.[0]
  if (found === undefined) return
  issues.push({ code: 'custom', input: value, message: 'character', params: { character: nameOf(found) } })
})

/** A character as a message names it: itself where it can be seen, else its code point. */
function nameOf(character: string): string {
  if (!/[\p{Z}\p{C}]/u.test(character)) return `«${character}»`
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Refuses the first character that the pattern, a single character's, does not allow, and names it. */
export const only = (allowed: RegExp) =>
  z.check<string>(({ value, issues }) => {
    const found = [...value].find((character) => !allowed.test(character))
    if (found === undefined) return
    issues.push({ code: 'custom', input: value, message: 'character', params: { character: nameOf(found) } })
  })

/** Of an address that everybody reads: a name or password before its host is no secret there, and browsers warn of it. */
export const noSignIn = z.refine<string>(
  (value) => {
    const { username, password } = URL.canParse(value) ? new URL(value) : { username: '', password: '' }
    return username === '' && password === ''
  },
  { error: 'signIn', abort: true },
)

/** Spanish always, English optional; each up to `max` characters. */
export const Bilingual = (max: number) => z.object({ es: Text(max), en: z.optional(OptionalText(max)) })
/** Text of several lines: `Text`, with line breaks. */
export const Paragraphs = (max: number) =>
  z.string().check(
    z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
    z.trim(),
    z.minLength(1),
    z.maxLength(max),
    only(/^(\n|[^\p{Cs}\p{Cc}\p{Bidi_Control}])$/v),
  )
export type Bilingual = { es: string; en?: string | undefined }

export const Email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email())

const neededFields = new WeakSet<z.core.$ZodType>()
/** Marks a field that may be absent for the shape alone: the call answers its own words where it is missing. */
export function needed<T extends z.core.$ZodType>(field: T): T {
  neededFields.add(field)
  return field
}
export const isNeeded = (field: z.core.$ZodType): boolean => neededFields.has(field)

/** Query numbers arrive as text. */
export const PageNumber = z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)))

/** `totalCapped`: there are more than `total`, which is as far as they were counted. */
export const List = <T extends z.core.$ZodType>(row: T) =>
  z.object({
    items: z.array(row),
    total: z.number(),
    totalCapped: z.boolean(),
    page: z.number(),
    pageSize: z.number(),
  })

/** The address of a file that was uploaded here; nothing else is shown as somebody's picture. */
export const FileUrl = z.string().check(z.regex(/^\/files\/[0-9a-f]{32}\.(webp|mp4|webm)$/))
