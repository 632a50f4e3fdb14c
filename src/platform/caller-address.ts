import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The address that a request came from. `hops` proxies are trusted, each of which adds to `X-Forwarded-For` whom it was
 * asked by: the entry of the outermost of them counts, and whatever its caller had written before that does not.
 */
export function callerAddress(
  forwardedFor: string | undefined,
  remote: string | undefined,
  hops: number,
): string {
  const entries = hops > 0 ? (forwardedFor ?? '').split(',').filter((entry) => entry.trim()) : []
  const told = entries.at(-Math.min(hops, entries.length))
  return normalAddress(told ?? '') ?? normalAddress(remote ?? '') ?? remote ?? 'unknown'
}

/** The newest addresses as they were written: few callers ask often, and reading one anew cost 5 % of a list's CPU, one that is none as much. */
const known = new Map<string, string | undefined>()
const [knownMax, longest] = [1_000, 64]

/** One way to write each address, without a port; undefined for what is none. */
export function normalAddress(written: string): string | undefined {
  if (known.has(written)) return known.get(written)
  const made = readAddress(written)
  if (written.length > longest) return made
  if (known.size >= knownMax) known.clear()
  known.set(written, made)
  return made
}

function readAddress(written: string): string | undefined {
  // Most are written as they should be, and a visitor's is mostly new.
  if (isIPv4(written)) return written
  const [, inBrackets, withPort] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(written.trim()) ?? []
  const bare = (inBrackets ?? withPort ?? written.trim()).replace(/%.*$/, '')
  // `process` reads an IPv4 address inside an IPv6 one (::ffff:192.0.2.1) as what it is.
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : undefined
}

/** Who counts as one caller: an IPv6 network of 64 bits, which whoever has one address of it has whole. */
export function addressGroup(address: string): string {
  const normal = normalAddress(address)
  if (!normal) return address
  if (isIPv4(normal)) return normal
  const [a, b, c, d] = ipaddr.IPv6.parse(normal).parts
  return `${new ipaddr.IPv6([a, b, c, d, 0, 0, 0, 0] as number[])}/64`
}
