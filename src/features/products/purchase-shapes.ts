import * as z from 'zod/mini'
import { withoutClick } from '#platform/click-parameter.ts'
import { noSignIn, only, Text } from '#platform/shapes.ts'
import { completeWeb } from '#platform/web-address.ts'
import { shopMaxLength, shopsMax } from './choices.ts'

/** Written as people paste it, kept as programs send it: letters outside ASCII in their escapes. */
const PurchaseUrl = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(2000),
  z.overwrite(completeWeb),
  z.refine((value) => /^https:\/\/[^\s<>"\\]+$/i.test(value) && URL.canParse(value), {
    error: 'https',
    abort: true,
  }),
  noSignIn,
  z.overwrite((value) => withoutClick(URL.canParse(value) ? new URL(value).href : value)),
)
/** Where a shop sells it. `|` parts shops in files. */
const PurchaseAddressDraft = z.object({
  shop: Text(shopMaxLength).check(only(/[^|\n]/)),
  url: PurchaseUrl,
})
/** The main shop first. */
export const PurchaseAddressDrafts = z.array(PurchaseAddressDraft).check(z.maxLength(shopsMax))
/** Where fans buy it, one address a shop. */
export const PurchaseAddresses = z.array(z.object({ shop: z.string(), url: z.string() }))
export type PurchaseAddresses = z.infer<typeof PurchaseAddresses>
