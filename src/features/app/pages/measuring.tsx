import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { nonce } from '#ui/nonce.ts'
import { Notice } from '#ui/notice.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import classes from './app.module.css'

const key = 'measuring'
const none: readonly string[] = []
/** Pages about money are never measured. */
const private_ = (path: string) => path === '/billing' || path.startsWith('/billing/')

/**
 * Loads the tag manager and the session recorder where the installation names them and the person has said yes. Once they
 * run, a page about money is opened as a new document, without them.
 */
export function Measuring({ path }: { path: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [answer, setAnswer] = useState(readAnswer)
  const away = private_(path)
  const { answer: found } = useAnswer(away || answer === 'no' ? undefined : () => api.app.measuring({}), '')
  const scripts = isFailure(found) ? none : found.scripts
  const running = answer === 'yes' && scripts.length > 0 && !away
  useEffect(() => {
    if (!running) return
    for (const src of scripts) addScript(src)
    return router.subscribe('onBeforeNavigate', ({ toLocation }) => {
      if (private_(toLocation.pathname)) window.location.assign(toLocation.publicHref)
    })
  }, [running, scripts, router])
  if (answer || scripts.length === 0) return null
  const say = (said: 'yes' | 'no') => {
    setAnswer(said)
    try {
      localStorage.setItem(key, said)
    } catch {
      // Then it is asked again next time.
    }
  }
  return (
    <Notice
      kind="info"
      wide
      aside={
        <span className={classes.steps}>
          <Button size="sm" onClick={() => say('no')}>
            {m['app.consent.no']()}
          </Button>
          <Button size="sm" onClick={() => say('yes')}>
            {m['app.consent.yes']()}
          </Button>
        </span>
      }
    >
      {m['app.consent.text']()}
    </Notice>
  )
}

function readAnswer(): 'yes' | 'no' | undefined {
  try {
    const said = localStorage.getItem(key)
    return said === 'yes' || said === 'no' ? said : undefined
  } catch {
    return undefined
  }
}

function addScript(src: string) {
  if (document.querySelector(`script[src="${CSS.escape(src)}"]`)) return
  const script = document.createElement('script')
  script.src = src
  script.async = true
  script.nonce = nonce() ?? ''
  document.head.append(script)
}
