import { m } from '#paraglide/messages.js'
import type { EndpointState, SendingState } from '../choices.ts'
import type { WebhookSending } from '../contract.ts'

const types: Record<string, () => string> = {
  'order.created': m['webhooks.type.order_created'],
  'order.changed': m['webhooks.type.order_changed'],
  'order.refunded': m['webhooks.type.order_refunded'],
  'product.sold_out': m['webhooks.type.product_sold_out'],
  'product.back': m['webhooks.type.product_back'],
  'stock.low': m['webhooks.type.stock_low'],
  'bill.ready': m['webhooks.type.bill_ready'],
  'bill.approved': m['webhooks.type.bill_approved'],
  'bill.paid': m['webhooks.type.bill_paid'],
  'charge.issued': m['webhooks.type.charge_issued'],
  'charge.settled': m['webhooks.type.charge_settled'],
  'member.added': m['webhooks.type.member_added'],
  'member.changed': m['webhooks.type.member_changed'],
  'member.removed': m['webhooks.type.member_removed'],
  'release.published': m['webhooks.type.release_published'],
  'post.published': m['webhooks.type.post_published'],
  'visits.day': m['webhooks.type.visits_day'],
  test: m['webhooks.type.test'],
}

/** What a message tells of. */
export const typeWord = (type: string): string => types[type]?.() ?? type

export const stateWord = (state: EndpointState): string =>
  ({
    active: m['webhooks.state.active'],
    paused: m['webhooks.state.paused'],
    failing: m['webhooks.state.failing'],
    gone: m['webhooks.state.gone'],
    rights: m['webhooks.state.rights'],
  })[state]()

const sendingWord = (state: SendingState): string =>
  ({
    waiting: m['webhooks.sending.waiting'],
    sent: m['webhooks.sending.sent'],
    failed: m['webhooks.sending.failed'],
  })[state]()

/** What became of a message: what was answered last where it did not arrive. */
export function outcomeOf({ state, fault, status }: WebhookSending): string {
  if (!fault) return sendingWord(state)
  return {
    status: () => m['webhooks.fault.status']({ status: status ?? 0 }),
    refused: m['webhooks.fault.refused'],
    unreachable: m['webhooks.fault.unreachable'],
    timeout: m['webhooks.fault.timeout'],
    tooLarge: m['webhooks.fault.tooLarge'],
    gone: m['webhooks.fault.gone'],
  }[fault]()
}
