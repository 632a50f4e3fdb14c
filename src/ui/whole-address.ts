/** As people write where something leads, without the part that browsers add by themselves. */
const domain = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([:/?#]\S*)?$/u
const scheme = /^[a-z][a-z0-9+-]*:/i
const email = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/
const phone = /^\+?[\d\s()-]{9,20}$/

/** «ninolobo.es/gira» → «https://ninolobo.es/gira», an address of mail or a number as what leads to them; the rest as it is. */
export function wholeAddress(written: string): string {
  const text = written.trim()
  if (scheme.test(text)) return text
  if (email.test(text)) return `mailto:${text}`
  if (phone.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`
  return domain.test(text) ? `https://${text}` : written
}
