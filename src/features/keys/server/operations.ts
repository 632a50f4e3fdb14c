import { handle, handleOutside } from '#platform/handle.ts'
import { listOf } from '#platform/shapes.ts'
import * as contract from '../contract.ts'
import { createKey, ownKeys, revokeKey } from './keys.ts'

export const operations = {
  listKeys: handle(contract.listKeys, async ({ tx, actor, now }) => {
    const items = await ownKeys(tx, actor.person.id, now)
    return listOf(items, items.length, 1)
  }),
  createKey: handleOutside(contract.createKey, createKey),
  revokeKey: handle(contract.revokeKey, (call, { keyId }) => revokeKey(call, keyId)),
}
