/** The result types of the specification §3, in the order in which they are shown. */
export const resultTypes = ['portal', 'product', 'event', 'contact', 'team', 'staff', 'stock'] as const
export type ResultType = (typeof resultTypes)[number]

export const queryMaxLength = 100
