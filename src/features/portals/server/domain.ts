import { createHmac } from 'node:crypto'
import { Resolver } from 'node:dns/promises'

/** Why a domain is not verified; worded in `portals.domainReason`. `otherPortal`: another portal has proven it first. */
export type DomainReason =
  | 'otherPortal'
  | 'txtMissing'
  | 'txtWrong'
  | 'cnameMissing'
  | 'cnameWrong'
  | 'noAnswer'

export interface DomainRecords {
  txtName: string
  txtValue: string
  cnameTarget: string
}

/** What the owner of a domain has to write into its DNS. The value is proof for this portal and this domain only. */
export function domainRecords(
  secret: Buffer,
  portalsOrigin: string,
  portalId: string,
  domain: string,
): DomainRecords {
  const proof = createHmac('sha256', secret).update(`domain ${portalId} ${domain}`).digest('hex').slice(0, 32)
  return {
    txtName: `_backline.${domain}`,
    txtValue: `backline-verify=${proof}`,
    cnameTarget: new URL(portalsOrigin).hostname,
  }
}

/** Asks the machine's own DNS servers, or those given (`address:port`). */
export function openResolver(servers?: readonly string[]): Resolver {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  return resolver
}

const absent = new Set(['ENOTFOUND', 'ENODATA'])
/** The answer, an empty one where there is no such record, undefined where no server answers. */
const ask = async <T>(question: Promise<T[]>): Promise<T[] | undefined> =>
  question.catch((error: NodeJS.ErrnoException) => (absent.has(error.code ?? '') ? [] : undefined))

/**
 * What is wrong with a domain's records; undefined when they are right. The bare name of a zone cannot carry a CNAME:
 * there the addresses have to be the same ones as the target's.
 */
export async function domainFault(
  resolver: Resolver,
  domain: string,
  { txtName, txtValue, cnameTarget }: DomainRecords,
): Promise<DomainReason | undefined> {
  const texts = await ask(resolver.resolveTxt(txtName))
  if (!texts) return 'noAnswer'
  if (texts.length === 0) return 'txtMissing'
  // Long texts come in pieces; what belongs together is one record.
  if (!texts.some((pieces) => pieces.join('').trim() === txtValue)) return 'txtWrong'
  const names = await ask(resolver.resolveCname(domain))
  if (!names) return 'noAnswer'
  if (names.some((name) => name.replace(/\.$/, '').toLowerCase() === cnameTarget)) return undefined
  if (names.length > 0) return 'cnameWrong'
  const [mine, ours] = await Promise.all([
    ask(resolver.resolve4(domain)),
    ask(resolver.resolve4(cnameTarget)),
  ])
  if (!mine || !ours) return 'noAnswer'
  if (mine.length === 0) return 'cnameMissing'
  return ours.length > 0 && mine.every((address) => ours.includes(address)) ? undefined : 'cnameWrong'
}
