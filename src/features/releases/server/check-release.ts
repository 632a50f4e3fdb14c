import { BadInput } from '#platform/errors.ts'
import type { ReleaseDraft } from '../contract.ts'
import { isIsrc, isOfService, isUpc, serviceNamed } from '../music-services.ts'

/** @throws BadInput by the field, for numbers that cannot be those of a release or a recording. */
export function checkCodes({ upc, isrc }: Pick<ReleaseDraft, 'upc' | 'isrc'>): void {
  if (upc && !isUpc(upc)) throw new BadInput('invalidInput', { upc: { code: 'releases.upc' } })
  if (isrc && !isIsrc(isrc)) throw new BadInput('invalidInput', { isrc: { code: 'releases.isrc' } })
}

/** @throws BadInput by the link, for one that says it leads to a service and leads elsewhere. */
export function checkLinks({ links = [] }: Pick<ReleaseDraft, 'links'>): void {
  const wrong = links.flatMap(({ name, url }, at) => {
    const service = serviceNamed(name)
    return service && !isOfService(service, url)
      ? [[`links.${at}.url`, { code: 'releases.notOfService', params: { service: service.name } }] as const]
      : []
  })
  if (wrong.length > 0) throw new BadInput('invalidInput', Object.fromEntries(wrong))
}
