import routes from 'virtual:api-routes'
import { type AnyRouter, createRouter } from '@tanstack/react-router'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import { type Api, createClient, isFailure } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { MissingRightPage } from '#features/app/pages/missing-right-page.tsx'
import { guardParts } from '#pages/missing-right.ts'
import { currentPortal, publicPaths } from '#pages/navigation.ts'
import { hasLost } from '#pages/not-there.ts'
import { followPerson, sayWhoFollowed, watchLeaving } from '#pages/other-person.ts'
import type { PageContext, UnclearAddress } from '#pages/page-context.ts'
import { WaitingPage } from '#pages/waiting-page.tsx'
import { m } from '#paraglide/messages.js'
import { deLocalizeUrl, getLocale, localizeUrl } from '#paraglide/runtime.js'
import { readStrictly } from '#ui/address.ts'
import { ErrorInShell } from '#ui/error-page.tsx'
import { isTyped, keepTyping, type Typist, typistOf } from '#ui/kept-typing.ts'
import { localized } from '#ui/localized.ts'
import { madeFor, personHeaders } from '#ui/page-person.ts'
import { toast } from '#ui/toast.tsx'
import { routeTree } from './routeTree.gen.ts'

/** What every loader and page can reach. Signing in or out and switching portals load a new document. */
export interface RouterContext {
  api: Api
  session: Session | null
  environment: string
  /** The alert was closed today, as the server knows from the cookie. */
  alertsClosed: boolean
  /** What the server left out of the address that was asked for. */
  unclear: UnclearAddress
}

const pageContext = createIsomorphicFn()
  .server(() => getGlobalStartContext() as PageContext | undefined)
  .client(() => undefined)

const pathHere = () => deLocalizeUrl(new URL(window.location.href)).pathname

/** A session that ended meanwhile leads to sign-in, which says so, and back here afterwards, where what was typed still is. */
async function fetchSignedIn(address: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
  const response = await fetch(address, init)
  const here = window.location
  const path = pathHere()
  if (response.status === 401 && !publicPaths.includes(path)) {
    const ended = keepTyping(path, whose?.()) ? 'kept' : 'yes'
    here.assign(`${localized('/login')}?next=${encodeURIComponent(path + here.search)}&ended=${ended}`)
  }
  if (response.status === 403 && (init?.method ?? 'GET') === 'GET') await lostRight?.()
  if (response.status === 404) void lostPortal?.()
  await followPerson(response, path)
  return response
}

/** Whose session it was. */
let whose: (() => Typist | undefined) | undefined

/** What to do once something that a page asks for is refused. */
let lostRight: (() => Promise<void>) | undefined

/** What to do once something is not there, or not any more for who asks. */
let lostPortal: (() => Promise<void>) | undefined

/**
 * Whoever was taken off a portal while at work there meets only what is not there. They are told so, and led on to what they
 * still have when they wish: what they have typed is left to them until then. Of the portal they hear what they knew.
 */
function tellOfLostPortal(context: RouterContext): void {
  let told = false
  lostPortal = async () => {
    const left = currentPortal(context.session)
    if (told || !left) return
    const session = await context.api.account.session({}, { key: 'lost-portal' })
    if (told || isFailure(session) || !hasLost(session, left.id)) return
    told = true
    const run = () => window.location.assign(localized('/'))
    toast(m['shell.lostPortal']({ portal: left.name }), {
      kind: 'error',
      action: { label: m['buttons.backToHome'](), run },
    })
  }
}

/**
 * A permission that was taken away while its pages are open: the session is read again, and where it is another one, menu
 * and page follow it, so that the page says what is lacking, and who gives it, as it would if it were opened now. Where
 * something is typed that waits: what only came by (a link that is pointed at) would take the page with it, unasked.
 */
function followRights(router: AnyRouter, context: RouterContext): void {
  let reading = false
  lostRight = async () => {
    if (reading || isTyped(pathHere())) return
    reading = true
    const session = await context.api.account.session({})
    reading = false
    if (isFailure(session) || JSON.stringify(session) === JSON.stringify(context.session)) return
    context.session = session
    void router.invalidate()
  }
}

const skeletonAfterMs = 200

/**
 * A page that is asked again, with other filters say, stays as it is until the answer is there: nobody loses their place
 * for it. What asks shows what it is asked for by then (`useWished`).
 */
function keepWhileAsking(router: AnyRouter): void {
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    router.options.defaultPendingMs = pathChanged ? skeletonAfterMs : Number.POSITIVE_INFINITY
  })
}

/**
 * In development an edited page brings its options as its file says them, without our rules: it would not only be open to
 * everybody, but stand in another frame, and a frame that changes begins anew, with all that was typed in it.
 */
function afterEachEdit(router: AnyRouter, setRules: () => void): void {
  const refresh = router._refreshRoute
  router._refreshRoute = async () => {
    setRules()
    await refresh?.call(router)
  }
}

const browserApi = createIsomorphicFn()
  .server((): Api => {
    throw new Error('Pages are rendered with a PageContext: see page-context.ts')
  })
  .client(() =>
    createClient(routes, {
      locale: getLocale,
      fetch: fetchSignedIn,
      headers: personHeaders,
      required: m['validation.required'],
    }),
  )

export function getRouter() {
  const page = pageContext()
  const context: RouterContext = {
    api: page?.api ?? browserApi(),
    session: page?.session ?? null,
    environment: page?.environment ?? 'production',
    alertsClosed: page?.alertsClosed ?? false,
    unclear: page?.unclear ?? { path: '', names: [] },
  }
  const router = createRouter({
    routeTree,
    context,
    rewrite: { input: ({ url }) => deLocalizeUrl(url), output: ({ url }) => localizeUrl(url) },
    ...(page ? { ssr: { nonce: page.nonce } } : {}),
    // The browser starts with what the server knew: no second request for the session.
    dehydrate: () => ({
      session: context.session,
      environment: context.environment,
      alertsClosed: context.alertsClosed,
      unclear: context.unclear,
    }),
    hydrate: (known) => {
      context.session = known.session
      context.environment = known.environment
      context.alertsClosed = known.alertsClosed
      context.unclear = known.unclear
      sayWhoFollowed(known.session)
    },
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultStructuralSharing: true,
    defaultErrorComponent: ErrorInShell,
    defaultPendingComponent: WaitingPage,
    defaultPendingMs: skeletonAfterMs,
    defaultPendingMinMs: 0,
  })
  keepWhileAsking(router)
  if (!page) {
    whose = () => typistOf(context.session)
    madeFor(() => context.session?.user.id)
    watchLeaving()
    followRights(router, context)
    tellOfLostPortal(context)
  }
  const setRules = () => {
    const routes = Object.values(router.routesById)
    guardParts(routes, MissingRightPage)
    readStrictly(routes, (names) => {
      const asked = pageContext()
      // What came over a redirect stands: the clean address that it led to has nothing unclear left.
      if (asked && names.length > 0) asked.unclear.names = names
    })
  }
  setRules()
  if (import.meta.hot) afterEachEdit(router, setRules)
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
