import { handle } from '#platform/handle.ts'
import { listOf } from '#platform/paging.ts'
import * as contract from '../contract.ts'
import { acknowledge, countMessages, findMessages, markEverything, markMessage } from './messages.ts'
import { keepPreferences, ownPreferences } from './preferences.ts'

export const operations = {
  listMessages: handle(contract.listMessages, async ({ tx, actor }, { state, page = 1 }) => {
    const { items, total } = await findMessages(tx, actor.person.id, state, page)
    return listOf(items, total, page)
  }),
  countMessages: handle(contract.countMessages, ({ tx, actor }) => countMessages(tx, actor.person.id)),
  readMessage: handle(contract.readMessage, async ({ tx, actor }, { messageId }) => {
    await markMessage(tx, actor.person.id, messageId, true)
    return null
  }),
  unreadMessage: handle(contract.unreadMessage, async ({ tx, actor }, { messageId }) => {
    await markMessage(tx, actor.person.id, messageId, false)
    return null
  }),
  readEverything: handle(contract.readEverything, async ({ tx, actor }) => {
    await markEverything(tx, actor.person.id)
    return null
  }),
  acknowledgeMessage: handle(contract.acknowledgeMessage, async ({ tx, actor, record }, { messageId }) => {
    await acknowledge(tx, actor.person.id, messageId)
    record({ targetId: messageId })
    return null
  }),
  listPreferences: handle(contract.listPreferences, async ({ tx, actor }) => ({
    items: await ownPreferences(tx, actor.person.id),
  })),
  updatePreferences: handle(contract.updatePreferences, async ({ tx, actor }, { items }) => {
    await keepPreferences(tx, actor.person.id, items)
    return { items: await ownPreferences(tx, actor.person.id) }
  }),
}
