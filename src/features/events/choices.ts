/** What an event can be, apart from its shapes: addresses are read with it on every page, without the validators. */

export const eventKinds = ['concert', 'festival', 'signing', 'online'] as const
/** When fans see it; the calendar state of the event itself is `eventStates`. */
export const publications = ['draft', 'scheduled', 'published'] as const
export const eventStates = ['scheduled', 'rescheduled', 'postponed', 'cancelled'] as const
/** Columns that a list of events can be sorted by. */
export const eventOrders = ['startsAt', 'name', 'city', 'portalName', 'updatedAt'] as const
