/** Why goods moved. Browser-safe, without validators. */
export const movementKinds = [
  ...(['sale', 'return', 'count', 'damage', 'transfer', 'production', 'note'] as const),
  /** What a connected shop put in or took off by itself. */
  'shop',
] as const
export type MovementKind = (typeof movementKinds)[number]
/** Those that a person writes down; sales, transfers and counts have ways of their own. */
export const adjustKinds = ['return', 'damage', 'production', 'note'] as const
export const stockOrders = ['name', 'available', 'onHand'] as const
/** Of how many days the pace is that something sells at, today among them. */
export const paceDays = 28
/** How a list of many portals' stock can be put in order. */
export const allStockOrders = ['name', 'portal', 'available', 'soldLately', 'runsOut'] as const
