import { mdiMagnify } from '@mdi/js'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Session } from '#features/account/contract.ts'
import { m } from '#paraglide/messages.js'
import { Icon } from '#ui/icon.tsx'
import { catchLetters, stopLetters } from './early-letters.ts'
import classes from './search-button.module.css'

const load = () => import('./palette.tsx')
const Palette = lazy(load)

/** What looks like a search box opens the palette; so do Ctrl K and ⌘ K, from anywhere. */
export function SearchButton({ session }: { session: Session }) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  const opened = state === 'open'
  useEffect(() => {
    if (!opened) return
    catchLetters()
    return stopLetters
  }, [opened])
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      setState((now) => (now === 'open' ? 'closed' : 'open'))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.box}
        data-search
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={load}
        onFocus={load}
        onClick={() => setState('open')}
      >
        <Icon path={mdiMagnify} />
        <span data-unseen="phone">{m['search.placeholder']()}</span>
        <kbd>{m['search.keys']()}</kbd>
      </button>
      {state === 'never' ? undefined : (
        <Suspense>
          <Palette session={session} opened={opened} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  )
}
