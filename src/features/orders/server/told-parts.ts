import type * as z from 'zod/mini'
import type { Locale } from '#platform/constants.ts'
import { Unprocessable } from '#platform/errors.ts'
import { isTimeZone } from '#platform/time.ts'
import { faultsOf } from '#platform/validation.ts'
import { GenericMap, Layout } from '../map-shape.ts'
import { Wish } from '../reading-contract.ts'
import { readable } from './foreign-file.ts'
import { parseJson } from './generic-map.ts'

interface Parts {
  map?: string | undefined
  layout?: string | undefined
  wish?: string | undefined
}

/** What comes as JSON beside a file. @throws Unprocessable by the place in it: `map.columns.price`, `wish.timeZone`. */
export function toldParts({ map, layout, wish }: Parts, locale: Locale) {
  return {
    map: part(GenericMap, 'map', map, locale),
    layout: part(Layout, 'layout', layout, locale),
    wish: part(Wish, 'wish', wish, locale),
  }
}

function part<T extends z.ZodMiniType>(
  shape: T,
  at: string,
  text: string | undefined,
  locale: Locale,
): z.infer<T> | undefined {
  if (text === undefined || text === '') return undefined
  const raw = readable(at, locale, () => parseJson(text, at))
  const fields = faultsOf(shape, raw, at)
  if (fields) throw new Unprocessable(fields)
  const told = shape.parse(raw) as z.infer<T> & { timeZone?: string }
  if (told.timeZone !== undefined && !isTimeZone(told.timeZone))
    throw new Unprocessable({ [`${at}.timeZone`]: { code: 'validation.format' } })
  return told
}
