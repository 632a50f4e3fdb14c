/** What stood in a form when its page had to go, kept in this tab for whoever typed it. */
export interface Kept {
  /** What the form began with, and what stood in it. */
  base: object
  mine: object
}

/** Who types, and in which portal: at the same address another portal has something else. */
export interface Typist {
  person: string
  /** Null for staff, and who belongs to none. */
  portal: string | null
}

/** Who types in a session. */
export const typistOf = (
  session: { user: { id: string }; currentPortalId: string | null } | null | undefined,
): Typist | undefined => (session ? { person: session.user.id, portal: session.currentPortalId } : undefined)

interface Stored extends Typist {
  kept: (Kept & { place: string })[]
}

const key = 'kept-typing'

/** What nobody wants to find in a browser's store: it is typed again, or chosen again where it is a file. */
const secret = /password|secret|iban|bic|swift|token|credential|^file$/i

/** Where a form stands: its page, and beside the page's own form, the fields by which it is known again. */
export const placeOf = (path: string, fields?: object): string =>
  fields ? `${path} ${Object.keys(fields).sort().join(' ')}` : path

/** Forms on screen. */
const forms = new Set<{ place: string; read: () => Kept }>()

/** The page goes although something is not saved: nobody is asked, for it comes back. */
let going = false
export const goesWithTyping = (): boolean => going

/** While a form is on screen, what stands in it can be kept. */
export function watchTyping(place: string, read: () => Kept): () => void {
  const form = { place, read }
  forms.add(form)
  return () => forms.delete(form)
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const isBeside = (place: string, path: string) => place.startsWith(`${path} `)

/** What is typed on this page. */
const typedOn = (path: string) =>
  [...forms]
    .filter(({ place }) => place === path || isBeside(place, path))
    .map(({ place, read }) => ({ place, ...read() }))
    .filter(({ base, mine }) => !same(base, mine))

/** Before the session's end leads away from `path`: what is typed there stays in this tab. Says whether something does. */
export function keepTyping(path: string, typist: Typist | undefined): boolean {
  going = true
  if (!typist) return false
  const kept = typedOn(path)
    .map(({ place, base, mine }) => ({ place, base: told(base), mine: told(mine) }))
    .filter(({ base, mine }) => !same(base, mine))
  return kept.length > 0 && store({ ...typist, kept })
}

/**
 * Before somebody leads away from `path` themselves, to the same page in the other language: what is typed there comes along.
 * Where some of it may not be kept nothing does, and the browser asks before it goes. Says whether nothing is lost.
 */
export function bringTyping(path: string, typist: Typist | undefined): boolean {
  const typed = typedOn(path)
  if (typed.length === 0) return true
  const keepsAll = (values: object) => same(values, told(values))
  if (!typed.every(({ base, mine }) => keepsAll(base) && keepsAll(mine))) return false
  const before = going
  if (keepTyping(path, typist)) return true
  going = before
  return false
}

/** Is something typed on this page? */
export const isTyped = (path: string): boolean => typedOn(path).length > 0

/**
 * Gives back, once, what this person typed at this place; what somebody else typed is thrown away unread, and what they
 * typed in another portal waits for that one. With `base`, only to a form that begins as that one did: the same dialog opens
 * for many things.
 */
export function takeTyping(place: string, typist: Typist | undefined, base?: object): Kept | undefined {
  const stored = typist ? read() : undefined
  if (!typist || !stored) return undefined
  if (stored.person !== typist.person) return void sessionStorage.removeItem(key)
  if (stored.portal !== typist.portal) return undefined
  const found = stored.kept.find((one) => one.place === place && (!base || same(one.base, told(base))))
  if (found) store({ ...stored, kept: stored.kept.filter((one) => one !== found) })
  return found
}

/** Something that this person typed on this page waits for its form to be opened again. */
export function typingWaits(path: string, { person, portal }: Typist): boolean {
  const stored = read()
  return (
    stored?.person === person &&
    stored.portal === portal &&
    stored.kept.some(({ place }) => isBeside(place, path))
  )
}

/** The portal in which this person typed what is kept. */
export function portalOfTyping(person: string): string | undefined {
  const stored = read()
  return stored?.person === person ? (stored.portal ?? undefined) : undefined
}

/** A browser may refuse to store anything. */
function store(stored: Stored): boolean {
  try {
    if (stored.kept.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(stored))
    return true
  } catch {
    return false
  }
}

function read(): Stored | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    // Another version of the program may have written it.
    return Array.isArray(stored?.kept) ? stored : undefined
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
