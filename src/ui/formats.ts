import { getLocale } from '#paraglide/runtime.js'
import { type Formats, formats } from '#platform/format.ts'

/** Figures and dates in the language on screen. */
export const here = (): Formats => formats(getLocale())
