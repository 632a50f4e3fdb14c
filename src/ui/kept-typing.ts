/** What stood in a form when its page had to go, kept in this tab for whoever typed it. */
export interface Kept {
  /** What the form began with, and what stood in it. */
  base: object
  mine: object
}

const key = 'kept-typing'

/** What nobody wants to find in a browser's store: it is typed again. */
const secret = /password|secret|iban|bic|swift|token|credential/i

/** Forms with something typed, by the address of their page. */
const forms = new Map<string, () => Kept | undefined>()

/** The page goes although something is not saved: nobody is asked, for it comes back. */
let going = false
export const goesWithTyping = (): boolean => going

/** While a form is on screen, what stands in it can be kept. */
export function watchTyping(path: string, read: () => Kept | undefined): () => void {
  forms.set(path, read)
  return () => {
    if (forms.get(path) === read) forms.delete(path)
  }
}

/** Before the session's end leads away from `path`: what is typed there stays in this tab. Says whether something does. */
export function keepTyping(path: string, person: string | undefined): boolean {
  going = true
  const typed = person ? forms.get(path)?.() : undefined
  if (!typed) return false
  const kept = { person, path, base: told(typed.base), mine: told(typed.mine) }
  if (JSON.stringify(kept.base) === JSON.stringify(kept.mine)) return false
  try {
    sessionStorage.setItem(key, JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

/**
 * Before somebody leads away from `path` themselves, to the same page in the other language: what is typed there comes along.
 * Where some of it may not be kept nothing does, and the browser asks before it goes.
 */
export function bringTyping(path: string, person: string | undefined): void {
  const typed = forms.get(path)?.()
  const keepsAll = (values: object) => JSON.stringify(values) === JSON.stringify(told(values))
  if (!typed || !keepsAll(typed.base) || !keepsAll(typed.mine)) return
  const before = going
  if (!keepTyping(path, person)) going = before
}

/** Gives back, once, what this person typed at this address; what somebody else typed is thrown away unread. */
export function takeTyping(path: string, person: string | undefined): Kept | undefined {
  try {
    const text = sessionStorage.getItem(key)
    if (!text || !person) return undefined
    const kept = JSON.parse(text) as Kept & { person: string; path: string }
    const other = kept.person !== person
    if (other || kept.path === path) sessionStorage.removeItem(key)
    return other || kept.path !== path ? undefined : kept
  } catch {
    return undefined
  }
}

/** Values as text can hold them, without files and without secrets, however deep these stand. */
function told(values: object): object {
  const plain = JSON.stringify(values, (name, value) =>
    secret.test(name) || value instanceof Blob ? undefined : value,
  )
  return JSON.parse(plain) as object
}
