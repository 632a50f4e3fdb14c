const ids = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The parameters of an address as they are written, without those that `drop` wants gone. */
function without(address: string, drop: (click: string) => boolean): string {
  const [before = ''] = address.split('#', 1)
  const at = before.indexOf('?')
  if (!/^https?:/i.test(address) || at < 0) return address
  const parts = before.slice(at + 1).split('&')
  const kept = parts.filter((part) => {
    const click = new URLSearchParams(part).get('click')
    return click === null || !drop(click)
  })
  if (kept.length === parts.length) return address
  return before.slice(0, at) + (kept.length > 0 ? `?${kept.join('&')}` : '') + address.slice(before.length)
}

/**
 * An address copied after one's own button was pressed names what was pressed: kept so, each fan's order would count for
 * that. A shop's own parameter of the same name is no id of ours, and stays.
 */
export const withoutClick = (address: string) => without(address, (click) => ids.test(click))

/** An address that says what was clicked, and nothing else of the kind; the rest of it stays as the team wrote it. */
export function withClick(address: string, id: string): string {
  if (!/^https?:/i.test(address)) return address
  const bare = without(address, () => true)
  const [before = ''] = bare.split('#', 1)
  return `${before}${before.includes('?') ? '&' : '?'}click=${id}${bare.slice(before.length)}`
}
