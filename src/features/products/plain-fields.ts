import type { formats } from './choices.ts'

/** How a field of one value is written: words, a day, units. */
interface PlainField {
  kind: 'text' | 'day' | 'whole'
  /** The only format that has it. */
  only?: (typeof formats)[number]
  /** What a new product has. */
  initial?: string
}

/**
 * What a product says of itself in one value, or leaves out. Queries, forms, files and the activity's words read this
 * list: a new field stands here, in the contract's shapes, in the table, in the form and in the words. Browser-safe.
 */
export const plainFields = {
  taxClass: { kind: 'text', initial: 'general' },
  releaseOn: { kind: 'day', only: 'presave' },
  editionUnits: { kind: 'whole', only: 'limited' },
  closesOn: { kind: 'day', only: 'limited' },
  fileUrl: { kind: 'text', only: 'digital' },
  countryOfOrigin: { kind: 'text' },
} as const satisfies Record<string, PlainField>
export type PlainKey = keyof typeof plainFields
type WholeKey = {
  [Key in PlainKey]: (typeof plainFields)[Key]['kind'] extends 'whole' ? Key : never
}[PlainKey]
export const plainKeys = Object.keys(plainFields) as PlainKey[]

/** One value a field. */
export const mapPlain = <T>(to: (key: PlainKey, field: PlainField) => T): Record<PlainKey, T> =>
  Object.fromEntries(plainKeys.map((key) => [key, to(key, plainFields[key])])) as Record<PlainKey, T>

/** The fields that count units. */
export const wholeKeys = plainKeys.filter((key): key is WholeKey => plainFields[key].kind === 'whole')
