import { Writable } from 'node:stream'
import { renderSsrHtmlResponse } from '@tanstack/react-router/ssr/server'
import { defineHandlerCallback, StartServer } from '@tanstack/react-start/server'
import type { ReactElement } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'

// How React marks a part that it gave up and leaves to the browser. Nothing here waits, so it means a component threw.
const givenUp = '<!--$!-->'

/**
 * Renders a page whole before answering: its data is there already, and only then is it known whether a component
 * threw. A page that did answers 500; the browser tries again and shows the error page.
 */
export const renderPage = defineHandlerCallback(async ({ router, responseHeaders }) => {
  let failed = false
  const response = await renderSsrHtmlResponse({
    router,
    responseHeaders,
    render: () => {
      const page = <StartServer router={router} />
      const html = renderToString(page)
      failed = html.includes(givenUp)
      if (failed) logErrorsOf(page)
      return html
    },
  })
  return failed ? new Response(response.body, { status: 500, headers: response.headers }) : response
})

/** renderToString is twice as fast as a stream but keeps errors to itself: a second rendering tells them. */
function logErrorsOf(page: ReactElement) {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const { pipe } = renderToPipeableStream(page, {
    onAllReady: () => pipe(nowhere),
    onError: (error) => console.error('A page failed to render:', error),
  })
}
