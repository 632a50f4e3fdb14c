/** The result types of the specification §3 and what is found by its number, in the order in which they are shown. */
export const resultTypes = [
  'order',
  'bill',
  ...(['portal', 'product', 'event', 'contact', 'team', 'staff', 'stock'] as const),
] as const
export type ResultType = (typeof resultTypes)[number]

export const queryMaxLength = 100
