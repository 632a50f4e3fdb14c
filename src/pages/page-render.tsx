import { Writable } from 'node:stream'
import type { AnyRouter } from '@tanstack/react-router'
import { getSsrStatus, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server'
import { getGlobalStartContext } from '@tanstack/react-start'
import { defineHandlerCallback, StartServer } from '@tanstack/react-start/server'
import type { ReactElement } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { lacksRight } from '#pages/missing-right.ts'
import type { PageContext } from '#pages/page-context.ts'

// How React marks a part that it gave up and leaves to the browser. Nothing here waits, so it means a component threw.
const givenUp = '<!--$!-->'

/**
 * Renders a page whole before answering: its data is there already, and only then is it known whether a component
 * threw. A page that did answers 500; the browser tries again and shows the error page.
 */
export const renderPage = defineHandlerCallback(async ({ router, responseHeaders }) => {
  try {
    const page = <StartServer router={router} />
    const html = renderToString(page)
    const failed = html.includes(givenUp)
    if (failed) logErrorsOf(page)
    const { rendered } = getGlobalStartContext() as PageContext
    rendered.html = await transformHtmlStringWithRouter(router, html)
    return new Response(null, { status: failed ? 500 : statusOf(router), headers: responseHeaders })
  } catch (error) {
    console.error('A page failed to render:', error)
    return new Response('Internal Server Error', { status: 500, headers: responseHeaders })
  } finally {
    router.serverSsr?.cleanup()
  }
})

/** A page that a permission is lacking for is no page that is not there. */
const statusOf = (router: AnyRouter) => (lacksRight(router.state.matches) ? 403 : getSsrStatus(router))

/** renderToString is twice as fast as a stream but keeps errors to itself: a second rendering tells them. */
function logErrorsOf(page: ReactElement) {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const { pipe } = renderToPipeableStream(page, {
    onAllReady: () => pipe(nowhere),
    onError: (error) => console.error('A page failed to render:', error),
  })
}
