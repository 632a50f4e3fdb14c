import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AppError } from './errors.ts'
import { Paragraphs, Text } from './shapes.ts'
import { parseInput } from './validation.ts'
import { errorBody } from './words.ts'

/** Narrowed where it is used, as the amount of an advance is. */
const Cents = z.number().check(z.int(), z.minimum(-1_000_000), z.maximum(1_000_000))

const Shape = z.object({
  advanceCents: z.optional(Cents.check(z.minimum(1))),
  share: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(100))),
  priceCents: z.optional(z.number().check(z.int(), z.minimum(100), z.maximum(600_000))),
  page: z.optional(z.coerce.number().check(z.minimum(1))),
  rows: z.optional(z.array(z.object({ hours: z.number().check(z.maximum(1_500)) })).check(z.maxLength(2))),
  name: z.optional(Text(5)),
  body: z.optional(Paragraphs(2_000)),
})

function saidOf(input: unknown, locale: 'es' | 'en' = 'es') {
  try {
    parseInput(Shape, input, [])
  } catch (error) {
    if (error instanceof AppError) return errorBody(error, locale).error.fields
    throw error
  }
  return undefined
}

describe('what a message says', () => {
  test('a range names its bounds, amounts as the reader writes them', () => {
    expect(saidOf({ share: 140 })).toEqual({ share: 'Tiene que estar entre 0 y 100' })
    expect(saidOf({ share: -1 }, 'en')).toEqual({ share: 'It has to be between 0 and 100' })
    expect(saidOf({ priceCents: 99 })).toEqual({
      priceCents: 'Tiene que estar entre 1,00\u00a0€ y 6.000,00\u00a0€',
    })
    expect(saidOf({ priceCents: 600_001 }, 'en')).toEqual({
      priceCents: 'It has to be between €1.00 and €6,000.00',
    })
    expect(saidOf({ advanceCents: -500 })).toEqual({
      advanceCents: 'Tiene que estar entre 0,01\u00a0€ y 10.000,00\u00a0€',
    })
    expect(saidOf({ page: 0 })).toEqual({ page: 'Como mínimo 1' })
    expect(saidOf({ rows: [{ hours: 2_000 }] })).toEqual({ 'rows.0.hours': 'Como máximo 1.500' })
    expect(saidOf({ rows: [1, 2, 3].map((hours) => ({ hours })) })).toEqual({ rows: 'Como máximo 2 valores' })
  })

  test('a refused character is named', () => {
    expect(saidOf({ name: 'a\u0007' })).toEqual({ name: 'El carácter U+0007 no está permitido' })
    expect(saidOf({ body: 'una línea\notra\u202e' })).toEqual({
      body: 'El carácter U+202E no está permitido',
    })
    expect(saidOf({ body: 'una línea\notra' })).toBeUndefined()
  })

  test('a text that is too long says how long it may be', () => {
    expect(saidOf({ name: 'demasiado largo' })).toEqual({ name: 'Como máximo 5 caracteres' })
  })
})
