import { getLocale } from '#paraglide/runtime.js'
import { hundredths, typedAmount } from '#platform/amount.ts'

/**
 * Figures that people type, read in the language on screen. What is none is NaN, which the API refuses by its field;
 * nothing typed is for the form to decide.
 */

/** Cents of an amount in euros. */
export const typedCents = (text: string): number => {
  const read = typedAmount(text, getLocale())
  return read === undefined ? Number.NaN : hundredths(read)
}

const share = { currency: '', grouped: false }
const withoutSign = (text: string) => text.replace(/\s*%\s*$/, '')

/** Basis points of a share in per cent. */
export const typedBp = (text: string): number => {
  const read = typedAmount(withoutSign(text), getLocale(), share)
  return read === undefined ? Number.NaN : hundredths(read)
}

/** A share in per cent, of at most two decimals. */
export const typedPct = (text: string): number => typedBp(text) / 100

/** A rate between currencies as a plain decimal text; undefined when it is none. */
export const typedRate = (text: string): string | undefined =>
  typedAmount(text, getLocale(), { ...share, decimals: 8 })

/** A whole number; thousands may be parted. */
export const typedWhole = (text: string): number =>
  Number(typedAmount(text, getLocale(), { currency: '', decimals: 0 }) ?? Number.NaN)

/** Cents as people of the language on screen type them: `1234,50`. */
export const amountText = (cents: number | null): string => {
  const text = cents === null ? '' : (cents / 100).toFixed(2)
  return getLocale() === 'en' ? text : text.replace('.', ',')
}
