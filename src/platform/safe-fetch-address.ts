import ipaddr from 'ipaddr.js'

/** Azure's WireServer answers metadata on an address that is otherwise public. */
const publicMetadata = ['168.63.129.16']

/** Names that only mean something inside a network; some resolvers answer them with public search-page addresses. */
const innerNames = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'arpa',
  'onion',
  'test',
  'example',
  'invalid',
  'localdomain',
]

/** The URL's host without the brackets of an IPv6 literal and without the root dot. */
export const bareHost = (hostname: string) => hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')

/**
 * Is this address (IPv4 or IPv6 literal) a public unicast one? Private, loopback, link-local, multicast, shared,
 * reserved, documentation, benchmarking, translated (mapped, NAT64, 6to4, Teredo, ISATAP) and metadata addresses
 * are not, nor is anything that does not parse. Source: IANA special-purpose address registries.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) {
    // parse() also takes short and octal forms; a resolver never answers those, so they are no public address.
    if (!ipaddr.IPv4.isValidFourPartDecimal(address)) return false
    return parsed.range() === 'unicast' && !publicMetadata.includes(parsed.toString())
  }
  if (parsed.zoneId) return false
  const [first = 0, , , , , sixth = 0] = parsed.parts
  // Only 2000::/3 is global unicast; ipaddr.js calls unassigned space unicast, too.
  const globalUnicast = first >> 13 === 1
  const isatap = sixth === 0x5efe && ((parsed.parts[4] ?? 0) & 0xfdff) === 0
  return globalUnicast && !isatap && parsed.range() === 'unicast'
}

/** Is this a name that a public DNS zone could hold? Single labels and names of inner networks are not. */
export function isPublicName(host: string): boolean {
  const labels = host.toLowerCase().split('.')
  return labels.length > 1 && labels.every(Boolean) && !innerNames.includes(labels.at(-1) ?? '')
}

/**
 * Can fans follow this address? Not onto their own machine, into a network that they are not in, or to a name without a dot.
 * It is only read, never looked up; what is no web address, such as `mailto:`, leads to no host.
 */
export function leadsOutside(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'http:' && protocol !== 'https:') return true
  const host = bareHost(hostname)
  if (ipaddr.isValid(host)) return isPublicAddress(host)
  const last = host.split('.').at(-1) ?? ''
  return isPublicName(host) || (host.includes('.') && !host.includes('..') && nobodys.includes(last))
}

/** Kept for documents and tests (RFC 2606): they lead nowhere, and that is nobody's inner network. */
const nobodys = ['example', 'test', 'invalid']
