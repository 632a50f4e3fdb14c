/** Where the app that was allowed into a shop stands. Browser-safe, without validators. */
export const shopStates = ['connected', 'expired', 'uninstalled'] as const
export type ShopState = (typeof shopStates)[number]
/** What a run brings in, in this order. */
export const syncSteps = ['products', 'pictures', 'orders', 'webhooks', 'stock'] as const
/** After its rules were changed: its products anew, then the orders that are known. */
export const partSteps = ['regroup', 'products', 'pictures', 'parts', 'stock'] as const
export type SyncStep = (typeof syncSteps)[number] | (typeof partSteps)[number]
/** `stock`: only what the shop told that its stock changed. `parts`: what is known, parted by other rules. */
export const syncKinds = ['first', 'reconcile', 'stock', 'parts'] as const
export type SyncKind = (typeof syncKinds)[number]
/** One that its shop no longer lets in stays `running`, and goes on where it was once it is allowed again. */
export const syncStates = ['running', 'done'] as const
export type SyncState = (typeof syncStates)[number]
/** Why a run waits and is tried again; words `shops.fault`. */
export const syncFaults = ['unreachable', 'refused', 'throttled', 'unreadable'] as const
export type SyncFault = (typeof syncFaults)[number]
/** What a shop asks for: a customer's data, to forget a customer, to forget everybody who bought in it. */
export const privacyKinds = ['data', 'customer', 'shop'] as const
export type PrivacyKind = (typeof privacyKinds)[number]

/** The name of the shop that an address of Shopify's tells: `NAME.myshopify.com`, or `admin.shopify.com/store/NAME` as its admin shows it. */
export function shopifyNameIn(text: string): string | undefined {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
  const [, name] =
    /^(?:admin\.shopify\.com\/store\/)([a-z0-9][a-z0-9-]{0,60})(?:[/?#]|$)/.exec(bare) ??
    /^([a-z0-9][a-z0-9-]{0,60})\.myshopify\.com(?:[/?#]|$)/.exec(bare) ??
    []
  return name
}
