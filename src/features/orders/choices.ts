/** What orders are told apart by. Browser-safe, without validators. */
export const orderStates = ['unmapped', 'refunded', 'cancelled'] as const
export const orderOrders = ['placedAt', 'net'] as const
export const uploadFormats = ['shopify', 'bandcamp', 'generic'] as const
