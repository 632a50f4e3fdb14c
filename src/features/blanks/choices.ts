/** How a supplier has one colour and size of a blank. Browser-safe, without validators. */
export const supplies = ['inStock', 'onDemand', 'supplierOut', 'discontinued', 'alternative'] as const
export type Supply = (typeof supplies)[number]
export const blankOrders = ['name', 'supplier', 'products'] as const
