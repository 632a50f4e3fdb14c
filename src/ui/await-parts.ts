import { setAway, untilAnswers } from './away.ts'
import { reloadOnce } from './reload-guard.ts'

/** What `bin/await-parts.ts` makes of Vite's event. */
interface PartMissing extends Event {
  payload: Error
  /** When the part is asked for once more. */
  again?: Promise<void>
}

/**
 * A part of a page (a dialog, a menu, the next page) that cannot be loaded is waited for while the server is away, and the
 * page stays with all that was typed. Where waiting brings nothing the page is loaded anew: a part of an older build is gone,
 * and a script that has failed a browser does not ask for again. `keep` says whether what was typed comes along; where it does
 * not, or the page has just been loaded anew, its reader is told.
 */
export function awaitParts(keep: () => boolean): void {
  window.addEventListener('vite:preloadError', (event) => {
    const missing = event as PartMissing
    missing.preventDefault()
    missing.again = again(missing.payload.message.includes('CSS'), keep)
  })
  // A style sheet that has failed would be taken for one that is there.
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove()
    },
    true,
  )
}

/** Its style sheets come before its script, which then was not asked for yet. */
async function again(isStyle: boolean, keep: () => boolean): Promise<void> {
  const waited = await untilAnswers()
  if (waited && isStyle) return
  if (reloadOnce() && keep()) window.location.reload()
  else setAway('part')
  return new Promise(() => {})
}
