import { signPreview } from '#features/appearance/server/preview-token.ts'
import { Unprocessable } from '#platform/errors.ts'
import { handle } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import { packPart } from './part.ts'

/** Longer addresses are refused on the way by balancers and browsers. */
const longest = 12_000

export const operations = {
  previewPart: handle(contract.previewPart, async ({ portal, services }, { portalId: _, ...part }) => {
    const packed = packPart(part)
    if (Object.values(part).filter((one) => one !== undefined).length !== 1 || packed.length > longest)
      throw new Unprocessable()
    const { portalsOrigin, secret } = services
    return {
      url: `${portalsOrigin}/preview/${portal.id}?token=${signPreview(secret, portal.id, packed)}&part=${packed}`,
    }
  }),
}
