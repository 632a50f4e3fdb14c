import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Session } from '#features/account/contract.ts'
import { toggleMenu } from '#pages/menu-state.ts'
import { menuItems } from '#pages/navigation.ts'
import { localized } from '#ui/localized.ts'

/** «g» and then a letter opens a page; the same letters in both languages, so that hands need not learn twice. */
const letters: Record<string, string> = {
  analytics: 'a',
  dashboard: 'd',
  staffs: 's',
  portals: 'p',
  events: 'e',
  products: 'r',
  stocks: 'r',
  billing: 'b',
  users: 'u',
  team: 't',
  communications: 'c',
}

/** The pages that this person reaches by two letters, in the order of their menu. */
export const letterPages = (session: Session) =>
  menuItems(session).flatMap(({ id, title, link, disabled }) => {
    const letter = letters[id]
    return letter && !disabled ? [{ letter, title: title(), link: link as string }] : []
  })

/** After «g» the next letter counts this long. */
const secondLetterMs = 1_500

const writing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    !!target.closest('[role=dialog]'))

/** Keys with another one held are the browser's, and those of a field its own. */
const isForPage = (event: KeyboardEvent) =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || writing(event.target))

/** Where «g» and this letter lead. */
const linkOf = (session: Session, key: string) =>
  key === 'i' ? '/account/inbox' : letterPages(session).find(({ letter }) => letter === key)?.link

/** What a key does, the second letter after «g» or alone. */
function press(
  key: string,
  second: boolean,
  session: Session,
  onHelp: () => void,
  go: (link: string) => void,
) {
  const link = second ? linkOf(session, key) : undefined
  if (key === '?') onHelp()
  else if (link) go(localized(link))
  else if (key === 'm' && !second) toggleMenu()
}

/** Listens for single letters, but not while somebody writes. */
export function useShortcuts(session: Session, onHelp: () => void) {
  const router = useRouter()
  useEffect(() => {
    let since = 0
    const onKey = (event: KeyboardEvent) => {
      if (!isForPage(event)) return
      const key = event.key.toLowerCase()
      const second = Date.now() - since < secondLetterMs
      since = key === 'g' && !second ? Date.now() : 0
      press(key, second, session, onHelp, (link) => router.history.push(link))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [session, router, onHelp])
}
