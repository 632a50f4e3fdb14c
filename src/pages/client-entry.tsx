import archivo from '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2?url'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { asksForStep, loadLaterStep } from '#features/two-factor/pages/later-step.ts'
import { getRouter } from '#pages/router.tsx'
import { deLocalizeUrl } from '#paraglide/runtime.js'
import { awaitParts } from '#ui/await-parts.ts'
import { doEarlyActs } from '#ui/early-acts.ts'
import { keepFocus } from '#ui/keep-focus.ts'
import { bringTyping, typistOf } from '#ui/kept-typing.ts'
import { fetchLetters } from '#ui/letters.ts'
import { nonce } from '#ui/nonce.ts'
import { stayOffline } from '#ui/stay-offline.ts'

declare global {
  // What style-injecting libraries read before they add a style element.
  var __webpack_nonce__: string | undefined
}

globalThis.__webpack_nonce__ = nonce()

stayOffline()
keepFocus()

const router = getRouter()
awaitParts(() =>
  bringTyping(
    deLocalizeUrl(new URL(window.location.href)).pathname,
    typistOf(router.options.context.session),
  ),
)

// Start's own client would bring the encoding of server functions along, 20 kB that nothing here calls.
function hydrate() {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
    )
  })
  doEarlyActs()
  void fetchLetters(archivo)
}

if (asksForStep(window.location)) void loadLaterStep().then(hydrate)
else hydrate()
