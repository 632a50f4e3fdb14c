import type { Reason } from './reason.ts'

export const contacts: readonly Reason[] = [
  {
    file: 'contacts/server/erase-contact.ts',
    change: 'without filter()',
    reason: 'No mail is to nobody: the filter is for the compiler.',
  },
  ...['if q || tag', 'q || tag', 'if few', '1_000 → 1001', '1 → 2'].map((change) => ({
    file: 'contacts/server/queries.ts',
    change,
    on: 'few',
    reason: 'What few have is found in the order of an index instead of put in order: the same, later.',
  })),
  {
    file: 'contacts/server/import-contacts.ts',
    change: '500 → 501',
    reason: 'How many are written at once nobody can tell.',
  },
  {
    file: 'contacts/server/queries.ts',
    change: 'union all → union',
    on: 'const belonging =',
    reason: 'Nobody is asked into a team twice, nor into one that they are in: no two rows are alike.',
  },
  {
    file: 'contacts/server/queries.ts',
    change: 'if column === orders.lastSeenAt: always',
    reason: 'Names and days are always there: the order is the same, only no longer that of an index.',
  },
  {
    file: 'contacts/server/queries.ts',
    change: '!few: without !',
    on: 'const counts =',
    reason: 'Few are counted on their way instead of by themselves, and many the other way round: as many.',
  },
]
