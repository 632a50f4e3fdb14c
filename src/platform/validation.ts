import * as core from 'zod/v4/core'
import { boundsAt } from './bounds.ts'
import { AppError, type FieldError, NotFound } from './errors.ts'
import { unknownKeys } from './unknown-keys.ts'

/** The eleven default messages of the specification §5, and what numbers and lists need besides; worded in `validation.json` of each language. */
export type ValidationKey =
  | 'required'
  | 'email'
  | 'numeric'
  | 'integer'
  | 'capital'
  | 'maxLength'
  | 'minLength'
  | 'length'
  | 'character'
  | 'chooseOne'
  | 'format'
  | 'https'
  | 'webAddress'
  | 'signIn'
  | 'ofShopify'
  | 'range'
  | 'minimum'
  | 'maximum'
  | 'tooMany'

export interface ValidationIssue {
  key: ValidationKey
  params: Record<string, string | number>
}

const isKey = (text: string | undefined): text is ValidationKey =>
  [
    'required',
    'email',
    'numeric',
    'integer',
    'capital',
    'length',
    'character',
    'chooseOne',
    'format',
    'https',
    'webAddress',
    'signIn',
    'ofShopify',
  ].includes(text ?? '')

const says = (key: ValidationKey, params: ValidationIssue['params'] = {}): ValidationIssue => ({
  key,
  params,
})

/** Which of the default messages tells of this zod issue. Browser-safe: forms and the API say the same. */
export function describeIssue(issue: core.$ZodIssue, schema: core.$ZodType): ValidationIssue {
  // A shape may name its message itself: `{ error: 'character' }`.
  if (isKey(issue.message))
    return says(issue.message, {
      character: String((issue as { params?: { character?: string } }).params?.character ?? ''),
    })
  switch (issue.code) {
    case 'invalid_type':
      return otherType(issue)
    case 'too_small':
      return tooSmall(issue) ?? rangeOf(issue, schema)
    case 'too_big':
      return tooBig(issue) ?? rangeOf(issue, schema)
    case 'invalid_format':
      return issue.format === 'email' ? says('email') : says('format')
    case 'invalid_value':
      return issue.input === undefined ? says('required') : says('chooseOne')
    default:
      return says('format')
  }
}

function otherType({ input, expected }: core.$ZodIssueInvalidType): ValidationIssue {
  if (input === undefined || input === null || input === '') return says('required')
  if (expected === 'int') return says('integer')
  return expected === 'number' ? says('numeric') : says('format')
}

const isMany = (origin: string) => origin === 'array' || origin === 'set'

/** Undefined for numbers. */
function tooSmall({ origin, minimum }: core.$ZodIssueTooSmall): ValidationIssue | undefined {
  if (isMany(origin)) return says('chooseOne')
  if (origin !== 'string') return undefined
  return Number(minimum) <= 1 ? says('required') : says('minLength', { min: Number(minimum) })
}

/** Undefined for numbers. */
function tooBig({ origin, maximum }: core.$ZodIssueTooBig): ValidationIssue | undefined {
  if (origin === 'string') return says('maxLength', { max: Number(maximum) })
  return isMany(origin) ? says('tooMany', { max: Number(maximum) }) : undefined
}

/** What an error says of a field: one of the default messages, or that of a feature, which a shape names as `problem:…`. */
function faultOf(issue: core.$ZodIssue, schema: core.$ZodType): FieldError {
  if (issue.message.startsWith('problem:')) return { code: issue.message.slice('problem:'.length) }
  const { key, params } = describeIssue(issue, schema)
  return { code: `validation.${key}`, params }
}

/** Says between what a number has to lie; amounts as amounts. */
function rangeOf(issue: core.$ZodIssue, schema: core.$ZodType): ValidationIssue {
  const { min, max } = boundsAt(schema, issue.path)
  const unit = String(issue.path.at(-1)).endsWith('Cents') ? 'Cents' : ''
  const params = {
    ...(min === undefined ? {} : { [`min${unit}`]: min }),
    ...(max === undefined ? {} : { [`max${unit}`]: max }),
  }
  if (min !== undefined && max !== undefined) return { key: 'range', params }
  if (min !== undefined) return { key: 'minimum', params }
  return max === undefined ? { key: 'format', params: {} } : { key: 'maximum', params }
}

/** Of several shapes, the one that knows most of the input: its faults are the ones to tell. */
function meant(schema: core.$ZodType, raw: unknown): core.$ZodType {
  const { type, options } = schema._zod.def as { type: string; options?: core.$ZodType[] }
  if (type !== 'union' || !options) return schema
  const unknown = options.map((option) => unknownKeys(option, raw).length)
  return options[unknown.indexOf(Math.min(...unknown))] ?? schema
}

/** What is wrong with a value that came as JSON inside a field, by places below `at`; undefined for nothing. */
export function faultsOf(
  schema: core.$ZodType,
  raw: unknown,
  at: string,
): Record<string, FieldError> | undefined {
  const result = core.safeParse(schema, raw, { reportInput: true })
  if (result.success) return undefined
  const fields: Record<string, FieldError> = {}
  for (const issue of result.error.issues) {
    const place = [at, ...issue.path]
    if (issue.code === 'unrecognized_keys')
      for (const name of issue.keys) fields[[...place, name].join('.')] = { code: 'validation.unknown' }
    else fields[place.join('.')] ??= faultOf(issue, schema)
  }
  return fields
}

/**
 * The input in the shape's own form. `refused` are fields that are wrong whatever the shape says.
 * @throws NotFound when a name of the path is no id: what cannot be one does not exist.
 * @throws AppError 400 `invalidInput` with one issue a field.
 */
export function parseInput(
  schema: core.$ZodType,
  raw: unknown,
  pathNames: readonly string[],
  refused: Record<string, FieldError> = {},
): unknown {
  const result = core.safeParse(meant(schema, raw ?? {}), raw ?? {}, { reportInput: true })
  const fields = { ...refused }
  if (result.success && Object.keys(fields).length === 0) return result.data
  if (result.success) throw new AppError(400, 'invalidInput', { fields })
  if (result.error.issues.some(({ path }) => pathNames.includes(String(path[0])))) throw new NotFound()
  for (const issue of result.error.issues) {
    const name = issue.path.join('.') || '_'
    // One error shown at a time: the first of a field stands.
    fields[name] ??= faultOf(issue, schema)
  }
  throw new AppError(400, 'invalidInput', { fields })
}
