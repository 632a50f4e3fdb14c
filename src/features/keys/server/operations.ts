import { demandOwnPassword } from '#features/account/server/own-password.ts'
import type { OpenCall } from '#platform/call.ts'
import { handle } from '#platform/handle.ts'
import { listOf } from '#platform/paging.ts'
import * as contract from '../contract.ts'
import { createKey, ownKeys, revokeKey, rotateKey, scopesFor } from './keys.ts'

// Its hash takes its time, which no transaction waits for.
const askPassword = async (call: OpenCall, { password }: { password: string }) => {
  if (call.actor) await demandOwnPassword(call, call.actor.person, password)
}

export const operations = {
  listKeys: handle(contract.listKeys, async ({ tx, actor, now }) => {
    const items = await ownKeys(tx, actor.person.id, now)
    return { ...listOf(items, items.length, 1), scopes: await scopesFor(tx, actor.person) }
  }),
  createKey: handle(contract.createKey, createKey, { before: askPassword }),
  rotateKey: handle(contract.rotateKey, rotateKey, { before: askPassword }),
  revokeKey: handle(contract.revokeKey, (call, { keyId }) => revokeKey(call, keyId)),
}
