import type { Reason } from './reason.ts'

export const stocks: readonly Reason[] = [
  {
    file: 'stocks/server/import-count.ts',
    change: "?.id ?? '': without the fallback",
    reason: 'What is right in a sheet is something of the portal: the fallback is for the compiler.',
  },
  {
    file: 'stocks/server/find-stock.ts',
    change: 'if colours.length > 0: always',
    reason: 'Nothing has a colour of none.',
  },
  {
    file: 'stocks/server/find-stock.ts',
    change: 'and → or',
    reason:
      'What is found by words is only looked for among: the query of the list looks into texts and portals itself.',
  },
]
