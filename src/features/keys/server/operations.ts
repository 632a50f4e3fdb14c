import { demandOwnPassword } from '#features/account/server/own-password.ts'
import { handle } from '#platform/handle.ts'
import { listOf } from '#platform/shapes.ts'
import * as contract from '../contract.ts'
import { createKey, ownKeys, revokeKey } from './keys.ts'

export const operations = {
  listKeys: handle(contract.listKeys, async ({ tx, actor, now }) => {
    const items = await ownKeys(tx, actor.person.id, now)
    return listOf(items, items.length, 1)
  }),
  createKey: handle(contract.createKey, createKey, {
    // Its hash takes its time, which no transaction waits for.
    before: async (call, { password }) => {
      if (call.actor) await demandOwnPassword(call, call.actor.person, password)
    },
  }),
  revokeKey: handle(contract.revokeKey, (call, { keyId }) => revokeKey(call, keyId)),
}
