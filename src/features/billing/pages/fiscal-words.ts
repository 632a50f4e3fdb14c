import { m } from '#paraglide/messages.js'
import type { EventType, FiscalMode } from '../fiscal-choices.ts'

/** What a mode is called. */
export const modeNames = {
  off: m['billing.fiscal.mode.off'],
  sending: m['billing.fiscal.mode.sending'],
  signed: m['billing.fiscal.mode.signed'],
} as const satisfies Record<FiscalMode, () => string>

/** What a mode means. */
export const modeTexts = {
  off: m['billing.fiscal.modeText.off'],
  sending: m['billing.fiscal.modeText.sending'],
  signed: m['billing.fiscal.modeText.signed'],
} as const satisfies Record<FiscalMode, () => string>

/** What happened, of an issuer's log. */
export const eventNames = {
  '01': m['billing.fiscal.event.01'],
  '02': m['billing.fiscal.event.02'],
  '03': m['billing.fiscal.event.03'],
  '04': m['billing.fiscal.event.04'],
  '05': m['billing.fiscal.event.05'],
  '06': m['billing.fiscal.event.06'],
  '08': m['billing.fiscal.event.08'],
  '09': m['billing.fiscal.event.09'],
  '10': m['billing.fiscal.event.10'],
  '90': m['billing.fiscal.event.90'],
} as const satisfies Record<EventType, () => string>
