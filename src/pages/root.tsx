import archivo from '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2?url'
import {
  createRootRouteWithContext,
  HeadContent,
  Outlet,
  redirect,
  ScriptOnce,
  Scripts,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import '@fontsource-variable/archivo/wdth.css'
import 'virtual:theme-variables.css'
import '#ui/mantine.css'
import '#ui/base.css'
import '#ui/letters.css'
import '#ui/shapes.css'
import '#ui/print.css'
import { type Api, isFailure } from '#client.ts'
import { menuScript } from '#pages/menu-state.ts'
import { deniedMark, deniedPage, detour, elsewhereMark, isElsewhere, onlyFor } from '#pages/navigation.ts'
import type { RouterContext } from '#pages/router.tsx'
import { getLocale } from '#paraglide/runtime.js'
import { colorSchemeScript } from '#ui/color-scheme.ts'
import { earlyScript } from '#ui/early-acts.ts'
import { ErrorPage, NotFoundPage } from '#ui/error-page.tsx'
import { letterScript } from '#ui/letters.ts'
import { localized } from '#ui/localized.ts'
import { Provider } from '#ui/provider.tsx'
import { rowsScript } from '#ui/row-density.ts'

async function leadElsewhere(api: Api, path: string) {
  const answer = await api.app.checkRoute({ path })
  if (isFailure(answer) || !answer.redirect) return
  const { to, external } = answer.redirect
  throw redirect({ href: external ? to : localized(to), statusCode: 302, reloadDocument: true })
}

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, location }) => {
    // In the browser the shell asks, after the navigation: nobody waits for it.
    if (typeof window === 'undefined') await leadElsewhere(context.api, location.pathname)
    const to = detour(context.session, location.pathname)
    if (!to) return
    // Deep links come back after signing in; the bare address needs no reminder.
    const next = to === '/login' && location.pathname !== '/' ? { next: location.href } : {}
    // Where somebody was going stands behind the address, for the page to say why they are here.
    const denied = deniedPage(context.session, location.pathname)
    const hash = denied
      ? `${deniedMark}${denied}`
      : isElsewhere(context.session, location.pathname)
        ? [elsewhereMark, onlyFor(context.session, location.pathname)].filter(Boolean).join('=')
        : undefined
    throw redirect({
      to: to as '/login',
      search: next,
      replace: true,
      ...(hash ? { hash } : {}),
    })
  },
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { title: 'Backline' },
    ],
    links: [{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }],
  }),
  shellComponent: Document,
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
})

function Document({ children }: { children: ReactNode }) {
  return (
    // The colour mode is set on this element before the first paint, by the reader's clock or choice.
    <html lang={getLocale()} data-mantine-color-scheme="light" suppressHydrationWarning>
      <head>
        <HeadContent />
        <ScriptOnce>
          {colorSchemeScript + menuScript + rowsScript + earlyScript + letterScript(archivo)}
        </ScriptOnce>
      </head>
      <body>
        <Provider>{children}</Provider>
        <Scripts />
      </body>
    </html>
  )
}
