/** Apart from the validators: pages that only list them stay light. */
export const blankOrders = ['name', 'supplier', 'products'] as const
