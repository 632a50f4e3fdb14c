import { useLocation, useRouteContext } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { type Locale, localeCookie } from '#platform/constants.ts'
import { bringTyping, typistOf } from './kept-typing.ts'
import { localized } from './localized.ts'

export const otherLanguage = (): Locale => (getLocale() === 'es' ? 'en' : 'es')

/** The other language is this person's from now on. */
export function rememberLanguage() {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = `${localeCookie.name}=${otherLanguage()}; Path=/; Max-Age=${localeCookie.days * 86_400}; SameSite=Lax${secure}`
}

/** The same page in the other language, with what is typed in it; the language is remembered for 365 days. */
export function LanguageLink({
  children,
  onClick,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { children: ReactNode; ref?: Ref<HTMLAnchorElement> }) {
  const { href: here, pathname } = useLocation()
  const { session } = useRouteContext({ from: '__root__' })
  const other = otherLanguage()
  return (
    <a
      {...rest}
      href={localized(here, other)}
      hrefLang={other}
      title={m['shell.language.switchTo']()}
      onClick={(event) => {
        rememberLanguage()
        // In another tab, this one stays as it is.
        if (!(event.ctrlKey || event.metaKey || event.shiftKey)) bringTyping(pathname, typistOf(session))
        onClick?.(event)
      }}
    >
      {children}
    </a>
  )
}
