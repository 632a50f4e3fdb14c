import type { PortalCall } from '#platform/call.ts'
import { BadInput } from '#platform/errors.ts'
import { rulesMax } from '../contract.ts'
import { shopOf } from './queries.ts'
import { updateRules } from './update-rules.ts'
import { whatWasSent } from './what-was-sent.ts'

/**
 * Says whose a maker's things are: a rule at the end, so that those of before keep their say, and with it all that is known.
 * @throws NotFound; BadInput for a maker that the shop has never sent, a portal of another account, and where a shop has all the rules that it may have.
 */
export async function placeVendor(
  call: PortalCall,
  { connectorId, vendor, targetId }: { connectorId: string; vendor: string; targetId: string },
) {
  const { rules } = await shopOf(call, connectorId)
  if (rules.length >= rulesMax) throw new BadInput('invalidInput', { vendor: { code: 'shops.tooManyRules' } })
  const sent = await whatWasSent(call.tx, call.portal.id, connectorId)
  if (!sent?.has({ kind: 'vendor', value: vendor }))
    throw new BadInput('invalidInput', { vendor: { code: 'shops.unknownVendor' } })
  const placed = [...rules, { kind: 'vendor' as const, value: vendor, targetId }]
  return updateRules(call, connectorId, placed, () => 'targetId')
}
