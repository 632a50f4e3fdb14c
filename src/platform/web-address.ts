/** Addresses as people write them: `grupo.es/gira`, `hola@grupo.es`, `+34 600 123 456`. Browser-safe. */

/** A name of a host with at least one dot, and what may follow it. */
function isWeb(text: string): boolean {
  const [, host = '', rest = ''] = /^([^\s/?#:@]+)(.*)$/s.exec(text) ?? []
  const labels = host.split('.')
  return (
    labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{N}-]{1,63}$/u.test(label)) &&
    /^(\p{L}{2,}|xn--.+)$/u.test(labels.at(-1) ?? '') &&
    /^(:\d{1,5})?([/?#]\S*)?$/.test(rest)
  )
}

/** Completed to one that leads to the web, where that is what it says; everything else stays as it is. */
export function completeWeb(typed: string): string {
  const text = typed.trim()
  return isWeb(text) ? `https://${text}` : text
}

/** The same for what fans may also write or call to: `mailto:` and `tel:`. */
export function completeAddress(typed: string): string {
  const text = typed.trim()
  // Blanks, as numbers are written with, are taken out behind the scheme, too.
  const bare = /\s/.test(text) ? text.replace(/^(mailto|tel):\s*/i, '') : text
  if (/^[^\s@/?#:]+@[^\s@/?#:]+\.[^\s@/?#:]+$/.test(bare)) return `mailto:${bare}`
  if (/^\+?[\d\s()-]{7,20}$/.test(bare) && bare.replace(/\D/g, '').length >= 7)
    return `tel:${bare.replace(/[^\d+]/g, '')}`
  return completeWeb(text)
}
