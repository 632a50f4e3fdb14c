/** Choices of the staff list's address; apart from the contract, so that reading an address loads no validator. */
export const staffStates = ['active', 'invited', 'suspended'] as const
export type StaffState = (typeof staffStates)[number]
export const staffOrders = ['name', 'email', 'lastSeenAt', 'createdAt'] as const
