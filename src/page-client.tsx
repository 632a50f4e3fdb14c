import { StartClient } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { nonce } from '#ui/nonce.ts'

declare global {
  // What style-injecting libraries read before they add a style element.
  var __webpack_nonce__: string | undefined
}

globalThis.__webpack_nonce__ = nonce()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <StartClient />
    </StrictMode>,
  )
})
