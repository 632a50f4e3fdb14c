import archivo from '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2?url'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { asksForStep, loadLaterStep } from '#features/two-factor/pages/later-step.ts'
import { getRouter } from '#pages/router.tsx'
import { doEarlyActs } from '#ui/early-acts.ts'
import { keepFocus } from '#ui/keep-focus.ts'
import { fetchLetters } from '#ui/letters.ts'
import { nonce } from '#ui/nonce.ts'
import { reloadOnce } from '#ui/reload-guard.ts'
import { stayOffline } from '#ui/stay-offline.ts'

declare global {
  // What style-injecting libraries read before they add a style element.
  var __webpack_nonce__: string | undefined
}

globalThis.__webpack_nonce__ = nonce()

// A chunk of an older build is gone: load the page anew, but not for ever, nor where nothing can be loaded.
window.addEventListener('vite:preloadError', (event) => {
  // Without a connection there is nothing newer to load; and what somebody has typed is worth more than a page in advance.
  const typed = document.querySelector('[data-save-bar]:not([data-clean])')
  if (!navigator.onLine || typed || !reloadOnce()) return
  event.preventDefault()
  window.location.reload()
})

stayOffline()
keepFocus()

const router = getRouter()

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
