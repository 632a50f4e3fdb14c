import type { PermissionKey } from '#platform/permissions.ts'

/** What endpoints can be told of. A name stays what it is: programs branch on it. */
export const webhookTypes = [
  ...(['order.created', 'order.changed', 'order.refunded'] as const),
  ...(['product.sold_out', 'product.back', 'stock.low'] as const),
  ...(['bill.ready', 'bill.approved', 'bill.paid'] as const),
  ...(['charge.issued', 'charge.settled'] as const),
  ...(['member.added', 'member.changed', 'member.removed'] as const),
  ...(['release.published', 'post.published', 'visits.day'] as const),
] as const
export type WebhookType = (typeof webhookTypes)[number]

const goods: readonly PermissionKey[] = ['stocks.viewstocks', 'products.viewproducts']
const team: readonly PermissionKey[] = ['team.viewteammembers', 'contacts.viewcontacts']

/** One of these lets somebody be told: the same that shows it on a page. */
const rights: Record<string, readonly PermissionKey[]> = {
  order: goods,
  product: goods,
  stock: goods,
  bill: ['billing.viewbills'],
  charge: ['billing.viewbills'],
  member: team,
  release: ['portal.editreleases'],
  visits: ['analytics.viewanalytics'],
  // Told to those whom the post is for, whatever they hold.
  post: [],
}

/** What a type is about: the part of its name before the point. */
export const subjectOf = (type: WebhookType): string => type.slice(0, type.indexOf('.'))

/** May whoever holds these keys be told of it? */
export function mayHear(type: WebhookType, keys: Pick<ReadonlySet<string>, 'has'>): boolean {
  const needed = rights[subjectOf(type)] ?? []
  return needed.length === 0 || needed.some((key) => keys.has(key))
}

/** Bills and charges are an account's, and stand at its master portal alone. */
export const onlyAtMaster = (type: WebhookType): boolean => ['bill', 'charge'].includes(subjectOf(type))

/**
 * `failing`: it has answered nothing useful for three days. `gone`: it has answered 410. `rights`: whoever made it may no
 * longer see what it is told.
 */
export const endpointStates = ['active', 'paused', 'failing', 'gone', 'rights'] as const
export type EndpointState = (typeof endpointStates)[number]
/** `failed`: given up after the last try. */
export const sendingStates = ['waiting', 'sent', 'failed'] as const
export type SendingState = (typeof sendingStates)[number]
/** Why a try brought no 2xx: the answer's status, or what came instead of one. */
export const sendingFaults = ['status', 'refused', 'unreachable', 'timeout', 'tooLarge', 'gone'] as const
export type SendingFault = (typeof sendingFaults)[number]

/** Seconds until each next try, as Standard Webhooks proposes: three days in all. */
export const retrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** For how long the old secret signs beside the new one. */
export const overlapHours = 24
export const keptDays = 30
export const endpointsMax = 10
