import { businessTimeZone } from '#platform/constants.ts'
import { fromWallClock, offsetMs } from '#platform/time.ts'

/** A moment (ISO 8601) as the wall clock of a zone shows it, `yyyy-MM-ddTHH:mm`; empty for none. */
export function wallClock(moment: string | null | undefined, zone = businessTimeZone): string {
  if (!moment) return ''
  const at = Date.parse(moment)
  return new Date(at + offsetMs(at, zone)).toISOString().slice(0, 16)
}

const written = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/**
 * What a field for date and time holds, as the API takes it: ISO 8601, null for nothing. What cannot be read goes as it
 * was typed, and the API refuses it by its field.
 */
export function momentOf(wall: string, zone = businessTimeZone): string | null {
  if (!wall) return null
  // The engine's own reading of dates makes a moment even of «mañana».
  const at = written.test(wall) ? Date.parse(`${wall}:00Z`) : Number.NaN
  return Number.isNaN(at) ? wall : new Date(fromWallClock(at, zone)).toISOString()
}
