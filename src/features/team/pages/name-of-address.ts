/** Addresses of an office, not of somebody. */
const offices =
  /^(info|hola|hello|hi|contact|contacto|admin|office|oficina|booking|prensa|press|ventas|sales|management|mail|correo)$/

/** What somebody may be called, by their address: `berta.gil@…` is «Berta Gil»; nothing where it names no person. */
export function nameOfAddress(email: string): string {
  const [local = '', domain] = email.trim().split('@')
  if (domain === undefined) return ''
  const parts = (local.split('+')[0] ?? '').split(/[._-]+/).map((part) => part.replace(/\d+/g, ''))
  const words = parts.filter((part) => part !== '')
  // One letter alone is an initial, and no name.
  if (words.length === 0 || words.some((part) => offices.test(part.toLowerCase()))) return ''
  if (words.length === 1 && (words[0] ?? '').length < 3) return ''
  return words
    .map((part) => part.charAt(0).toLocaleUpperCase('es') + part.slice(1).toLocaleLowerCase('es'))
    .join(' ')
}
