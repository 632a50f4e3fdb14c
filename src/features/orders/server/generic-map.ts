import type { core } from 'zod/mini'
import { UnreadableFile } from '#platform/csv.ts'
import { isTimeZone } from '#platform/time.ts'
import { GenericMap } from '../map-shape.ts'

/** A map from a file of the command line. @throws UnreadableFile when it is no map; names what is wrong. */
export function parseGenericMap(text: string): GenericMap {
  const result = GenericMap.safeParse(parseJson(text))
  if (!result.success) throw new UnreadableFile('badMap', { reason: reasons(result.error) })
  if (result.data.timeZone && !isTimeZone(result.data.timeZone))
    throw new UnreadableFile('badMap', { reason: 'timeZone: no such time zone' })
  return result.data
}

/** @throws UnreadableFile for a `part` that is none. */
export function parseJson(text: string, part = 'map'): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableFile('mapNotJson', { part })
  }
}

const reasons = (error: core.$ZodError) =>
  error.issues.map(({ path, message }) => `${path.join('.') || 'map'}: ${message}`).join('; ')
