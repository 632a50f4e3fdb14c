import { notFound } from '@tanstack/react-router'
import { failureCode, type Result } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { isUuid } from './navigation.ts'

/** Shows, beside the menu, that an address leads nowhere. @throws notFound */
export function notThere(): never {
  throw notFound()
}

/** What was answered, unless it is that there is no such thing. @throws notFound */
export function orNotThere<T>(answer: Result<T>): Result<T> {
  if (failureCode(answer) === 'notFound') notThere()
  return answer
}

/** For addresses whose every part is an id. @throws notFound */
export function idsOrNotThere(params: Record<string, string>): void {
  if (!Object.values(params).every(isUuid)) notThere()
}

/** For addresses that end with an id or, for whoever may make one, with `new`. @throws notFound */
export function idOrNew(id: string, mayMake: boolean): void {
  if (id === 'new' ? !mayMake : !isUuid(id)) notThere()
}

/**
 * Has the person of a session lost a portal? Of a label with many the session names some: another one, chosen in another tab,
 * need not be among them.
 */
export const hasLost = ({ user }: Session, portalId: string): boolean =>
  !user.hasMorePortals && !user.portals?.some(({ id }) => id === portalId)
