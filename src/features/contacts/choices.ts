/** Choices of the contact list's address; apart from the contract, so that reading an address loads no validator. */
export const contactOrders = ['name', 'createdAt', 'lastSeenAt'] as const
/** What a person can agree to. */
export const consentKinds = ['news', 'phone', 'profiling'] as const
export type ConsentKind = (typeof consentKinds)[number]
/** Where an answer came from. */
export const consentSources = ['form', 'email', 'phone', 'paper', 'import'] as const
export type ConsentSource = (typeof consentSources)[number]
