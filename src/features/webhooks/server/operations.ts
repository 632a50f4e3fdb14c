import { demandOwnPassword } from '#features/account/server/own-password.ts'
import type { OpenCall } from '#platform/call.ts'
import { handle } from '#platform/handle.ts'
import { listOf } from '#platform/paging.ts'
import * as contract from '../contract.ts'
import * as messages from '../messages-contract.ts'
import {
  createEndpoint,
  deleteEndpoint,
  endpointOf,
  endpointVersion,
  findEndpoints,
  renewSecret,
  setEndpointState,
  updateEndpoint,
} from './endpoints.ts'
import { listMessages } from './messages.ts'
import { offeredAt } from './rights.ts'
import { listSendings, sendAgain, testEndpoint } from './sendings.ts'

// Its hash takes its time, which no transaction waits for.
const askPassword = async (call: OpenCall, { password }: { password: string }) => {
  if (call.actor) await demandOwnPassword(call, call.actor.person, password)
}

export const operations = {
  listEndpoints: handle(contract.listEndpoints, async (call) => {
    const items = await findEndpoints(call)
    return { ...listOf(items, items.length, 1), offered: offeredAt(call.portal) }
  }),
  createEndpoint: handle(
    contract.createEndpoint,
    async (call, { portalId: _, password: __, ...draft }) => {
      const made = await createEndpoint(call, draft)
      call.record({ targetId: made.endpoint.id, after: made.endpoint })
      return made
    },
    { before: askPassword },
  ),
  updateEndpoint: handle(
    contract.updateEndpoint,
    async (call, { portalId: _, password: __, endpointId, ...draft }) => {
      const { before, after } = await updateEndpoint(call, endpointId, draft)
      call.record({ targetId: endpointId, before, after })
      return after
    },
    { before: askPassword, versionOf: (call, { endpointId }) => endpointVersion(call, endpointId) },
  ),
  deleteEndpoint: handle(contract.deleteEndpoint, async (call, { endpointId }) => {
    call.record({ targetId: endpointId, before: await deleteEndpoint(call, endpointId) })
    return null
  }),
  rotateEndpointSecret: handle(
    contract.rotateEndpointSecret,
    async (call, { endpointId }) => {
      const { name } = await endpointOf(call, endpointId)
      const { secret, oldSecretEndsAt } = await renewSecret(call, endpointId)
      call.record({ targetId: endpointId, after: { name } })
      return { secret, oldSecretEndsAt: oldSecretEndsAt.toISOString() }
    },
    { before: askPassword },
  ),
  pauseEndpoint: handle(contract.pauseEndpoint, async (call, { endpointId }) => {
    const { before, after } = await setEndpointState(call, endpointId, 'paused')
    call.record({ targetId: endpointId, before, after })
    return after
  }),
  resumeEndpoint: handle(contract.resumeEndpoint, async (call, { endpointId }) => {
    const { before, after } = await setEndpointState(call, endpointId, 'active')
    call.record({ targetId: endpointId, before, after })
    return after
  }),
  testEndpoint: handle(contract.testEndpoint, async (call, { endpointId }) => {
    call.record({ targetId: endpointId })
    return testEndpoint(call, endpointId)
  }),
  listSendings: handle(contract.listSendings, (call, { endpointId, portalId: _, ...query }) =>
    listSendings(call, endpointId, query),
  ),
  sendAgain: handle(contract.sendAgain, async (call, { endpointId, sendingId }) => {
    const sending = await sendAgain(call, endpointId, sendingId)
    call.record({ targetId: endpointId, after: { messageId: sending.messageId } })
    return sending
  }),
  listWebhookMessages: handle(messages.listWebhookMessages, (call, asked) => listMessages(call, asked)),
}
