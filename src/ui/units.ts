import { m } from '#paraglide/messages.js'
import { here } from './formats.ts'

/** How many units, in the one form that they have everywhere: «1 ud.», «3 uds.». */
export const units = (count: number) =>
  count === 1 ? m['ui.units.one']() : m['ui.units.many']({ count: here().number(count) })
