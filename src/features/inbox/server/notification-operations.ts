import * as contract from '#features/communications/notifications-contract.ts'
import { handle } from '#platform/handle.ts'
import { listOf } from '#platform/paging.ts'
import { wakeAfter } from '#platform/wake-after.ts'
import { findNotifications, retryNotification } from './notifications.ts'

/** What staff read of inboxes, beside the posts that they write. */
export const notificationOperations = {
  listNotifications: handle(contract.listNotifications, async ({ tx }, query) => {
    const { items, total } = await findNotifications(tx, query)
    return listOf(items, total, query.page ?? 1)
  }),
  retryNotification: wakeAfter(
    'mail',
    handle(contract.retryNotification, ({ tx }, { messageId }) => retryNotification(tx, messageId)),
  ),
}
