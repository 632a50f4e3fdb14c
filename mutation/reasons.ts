import type { Place } from '#testing/mutants.ts'

/** Mutants that change nothing that anybody could notice, by a part of their file's name and of what they change. */
const reasons: readonly (readonly [file: string, change: string, reason: string])[] = [
  [
    'analytics/server/heat-facts.ts',
    'if plain',
    'Both ways come to the same hours: totals by hour are only fewer rows than facts.',
  ],
  [
    'analytics/server/buyers.ts',
    'found ?? { buyers: 0',
    'A sum without groups always answers one row: the fallback is for the compiler.',
  ],
  [
    'analytics/server/filter-options.ts',
    'chosen.length > 0',
    'Of no chosen ones all are equally not chosen: the order is the same, only no longer that of an index.',
  ],
  [
    'orders/server/import-portals.ts',
    '.slice(0, 8): without slice()',
    'Who looks for a free code cuts the wish once more.',
  ],
  ['billing/server/charge-paper.ts', 'amountCents < 0: < → <=', 'No line of a charge is of nothing.'],
]

/** Why a mutant may live, or undefined: then a test is missing. */
export const reasonOf = (place: Place): string | undefined =>
  reasons.find(([file, change]) => place.file.endsWith(file) && place.change.includes(change))?.[2]
