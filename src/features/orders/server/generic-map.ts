import type { core } from 'zod/mini'
import { UnreadableFile } from '#platform/csv.ts'
import { isTimeZone } from '#platform/time.ts'
import { GenericMap, Layout } from '../map-shape.ts'

/** @throws UnreadableFile when the map is no map; names what is wrong. */
export function parseGenericMap(text: string): GenericMap {
  const result = GenericMap.safeParse(parseJson(text))
  if (!result.success) throw new UnreadableFile('badMap', { reason: reasons(result.error, 'map') })
  if (result.data.timeZone && !isTimeZone(result.data.timeZone))
    throw new UnreadableFile('badMap', { reason: 'timeZone: no such time zone' })
  return result.data
}

/** @throws UnreadableFile when the layout is none; names what is wrong. */
export function parseLayout(text: string): Layout {
  const result = Layout.safeParse(parseJson(text))
  if (!result.success) throw new UnreadableFile('badMap', { reason: reasons(result.error, 'layout') })
  return result.data
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableFile('mapNotJson')
  }
}

const reasons = (error: core.$ZodError, whole: string) =>
  error.issues.map(({ path, message }) => `${path.join('.') || whole}: ${message}`).join('; ')
