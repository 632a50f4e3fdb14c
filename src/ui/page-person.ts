import { pagePersonHeader } from '#platform/constants.ts'

let read: (() => string | undefined) | undefined

/** Tells whom this page was made for. */
export function madeFor(person: () => string | undefined): void {
  read = person
}

/** Goes with all that the page asks: a browser has one session, and in another tab somebody else may have signed in. */
export function personHeaders(): Record<string, string> {
  const person = read?.()
  return person ? { [pagePersonHeader]: person } : {}
}
