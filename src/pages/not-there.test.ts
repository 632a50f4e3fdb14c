import { expect, test } from 'vitest'
import type { Session } from '#features/account/contract.ts'
import { hasLost } from './not-there.ts'

const session = (ids: string[] | undefined, hasMorePortals?: boolean) =>
  ({ user: { portals: ids?.map((id) => ({ id })), hasMorePortals } }) as unknown as Session

test.each([
  ['is still there', session(['p1', 'p2']), false],
  ['is not there any more', session(['p2']), true],
  ['was the last one', session([]), true],
  ['was of somebody who is of the staff now', session(undefined), true],
  ['need not be named: there are more', session(['p2'], true), false],
] as const)('a portal that %s', (_, now, lost) => {
  expect(hasLost(now, 'p1')).toBe(lost)
})
