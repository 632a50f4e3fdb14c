import type { Territory } from './choices.ts'

/**
 * In the Basque Country and Navarre invoices are issued by programs that their own treasuries ask for (TicketBAI and its
 * like), also where the recipient issues them: each account there issues its own. Browser-safe.
 */
export const issuesItsOwn = (territory: Territory | undefined): boolean => territory === 'basqueNavarre'
