import { businessTimeZone } from '#platform/constants.ts'
import { fromWallClock, isSkipped, offsetMs } from '#platform/time.ts'

/** A moment (ISO 8601) as the wall clock of a zone shows it, `yyyy-MM-ddTHH:mm`; empty for none. */
export function wallClock(moment: string | null | undefined, zone = businessTimeZone): string {
  if (!moment) return ''
  const at = Date.parse(moment)
  return new Date(at + offsetMs(at, zone)).toISOString().slice(0, 16)
}

const written = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** Does the clock of the zone go forward over what such a field holds? */
export const isSkippedTime = (wall: string, zone?: string): boolean =>
  written.test(wall) && isSkipped(Date.parse(`${wall}:00Z`), zone)

/**
 * What a field for date and time holds, as the API takes it: ISO 8601, null for nothing; of a time that the clock shows
 * twice, the first. What cannot be read, or is skipped there, goes as it was typed, and the API refuses it by its field.
 */
export function momentOf(wall: string, zone = businessTimeZone): string | null {
  if (!wall) return null
  // The engine's own reading of dates makes a moment even of «mañana».
  const at = written.test(wall) ? Date.parse(`${wall}:00Z`) : Number.NaN
  return Number.isNaN(at) || isSkipped(at, zone) ? wall : new Date(fromWallClock(at, zone)).toISOString()
}
