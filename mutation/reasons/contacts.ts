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
]
