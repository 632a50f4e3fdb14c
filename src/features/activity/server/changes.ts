import type { Locale } from '#platform/constants.ts'
import { formats } from '#platform/format.ts'
import { permissionKeys } from '#platform/permissions.ts'
import { wordsIfAny } from '#platform/words.ts'
import { valueWords } from './activity-values.ts'
import { actionWords, fieldWords } from './activity-words.ts'

export interface Change {
  field: string
  label: string
  before: string | null
  after: string | null
}

/** What tells a reader nothing: the row's own bookkeeping, and what names other rows by their ids. */
const silent = new Set(
  ['id', 'version', 'createdAt', 'updatedAt', 'clicks', 'ctr', 'keys', 'may', 'label'].concat([
    ...['team', 'domain', 'account', 'position', 'nothing', 'ids'],
  ]),
)
/** Is the field left out of what a change is said to be? */
export const isSilent = (field: string): boolean => silent.has(field) || /[a-z]Ids?$/.test(field)

const changesMax = 40
const textMax = 300

/** Field by field what a change did: for a new row what it is, for a deleted one what it was. */
export function changesBetween(before: unknown, after: unknown, locale: Locale): Change[] {
  const [old, fresh] = [flat(before), flat(after)]
  const both = old.size > 0 && fresh.size > 0
  return (
    [...new Set([...old.keys(), ...fresh.keys()])]
      .filter((field) => JSON.stringify(old.get(field)) !== JSON.stringify(fresh.get(field)))
      // An edit records whole rows; a field that only one side has was not part of it.
      .filter((field) => !both || (old.has(field) && fresh.has(field)))
      .flatMap((field) => {
        const label = labelOf(field, locale)
        if (label === undefined) return []
        const [before, after] = [old, fresh].map((one) => said(field, one.get(field), locale))
        return [{ field, label, before: before ?? null, after: after ?? null }]
      })
      .filter((change) => change.before !== null || change.after !== null)
      .slice(0, changesMax)
  )
}

/** `{title: {es: 'x'}}` → `title.es` → 'x'. Lists stay whole. */
function flat(value: unknown, prefix = '', into = new Map<string, unknown>()): Map<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    if (prefix) into.set(prefix, value)
    return into
  }
  for (const [key, inner] of Object.entries(value))
    if (!isSilent(key)) flat(inner, prefix ? `${prefix}.${key}` : key, into)
  return into
}

/**
 * A field's name as people know it. All that anybody sends has one: what has none is worked out of the row, as whether it is
 * live, and no change of its own.
 */
function labelOf(field: string, locale: Locale): string | undefined {
  const parts = field.split('.')
  const last = parts.at(-1) ?? field
  const language = last === 'es' || last === 'en' ? last : undefined
  const name = (language ? parts.at(-2) : last) ?? field
  const word = fieldWords(name, locale)
  return word && language ? `${word} (${language})` : word
}

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const moment = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/

/** A value as people read it, if it says anything to them. */
export function said(field: string, value: unknown, locale: Locale): string | null {
  if (value === undefined || value === null || value === '') return null
  if (Array.isArray(value))
    return joined(
      value.map((one) => said(field, one, locale)),
      ', ',
    )
  if (typeof value === 'boolean') return flagWord(value, locale)
  if (typeof value === 'number') return saidNumber(field, value, locale)
  if (typeof value === 'string') return saidText(field, value, locale)
  // A text in both languages is one text to its reader.
  const text = value as Partial<Record<Locale, unknown>>
  if (typeof text.es === 'string') return said(field, text[locale] || text.es, locale)
  const told = Object.entries(value).filter(
    ([name, one]) => !isSilent(name) && !(one !== null && typeof one === 'object'),
  )
  // Yes or no to what, nobody could tell.
  if (told.every(([, one]) => typeof one === 'boolean')) return null
  return joined(
    told.map(([name, one]) => said(name, one, locale)),
    ' · ',
  )
}

function joined(parts: readonly (string | null)[], between: string): string | null {
  const saying = parts.filter((part) => part !== null)
  return saying.length > 0 ? cut(saying.join(between)) : null
}

const flagWord = (value: boolean, locale: Locale) =>
  wordsIfAny(value ? 'activity.value.yes' : 'activity.value.no', locale) ?? String(value)

function saidNumber(field: string, value: number, locale: Locale): string {
  if (field.endsWith('Bp')) return formats(locale).percent(value / 10_000, 2)
  return field.endsWith('Cents') ? formats(locale).money(value) : formats(locale).number(value)
}

function saidText(field: string, value: string, locale: Locale): string | null {
  if (value === '[masked]') return wordsIfAny('activity.value.masked', locale) ?? value
  if (field === 'undone') return actionWords(value, locale)
  if (moment.test(value)) return formats(locale).dateTime(value)
  // Ids name rows to programs, and paths of files a place: neither says anything to a reader.
  if (id.test(value)) return null
  if (value.startsWith('/files/')) return wordsIfAny('activity.value.file', locale) ?? value
  const name = field.split('.').at(-1) ?? field
  return cut(permissionWord(value, locale) ?? valueWords(name, value, locale) ?? value)
}

/** A permission as the role table says it. */
function permissionWord(value: string, locale: Locale): string | undefined {
  if (!(permissionKeys as string[]).includes(value)) return undefined
  const key = value.replace('.', '_')
  return wordsIfAny(`roles.key.${key}`, locale) ?? wordsIfAny(`staff.key.${key}`, locale)
}

const cut = (text: string) => (text.length > textMax ? `${text.slice(0, textMax - 1)}…` : text)

/** What the row was called, as far as the change itself says. */
export function nameIn(before: unknown, after: unknown): string | null {
  const texts = [after, before].flatMap((value) => (isRecord(value) ? namesOf(value) : []))
  const name = texts.find((text) => typeof text === 'string' && text !== '')
  return typeof name === 'string' ? cut(name) : null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object'

const namesOf = ({ name, title, description, code }: Record<string, unknown>) =>
  [name, title, description, code].map((one) => (isRecord(one) ? one.es : one))
