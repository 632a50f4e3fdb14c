import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isFailure } from '#client.ts'
import { messagesPollingMs } from '#platform/constants.ts'
import { localized } from '#ui/localized.ts'
import { reloadOnce } from '#ui/reload-guard.ts'

/**
 * Asks now and then which build runs; once it is another one, the next navigation loads a new document, at most once
 * in ten seconds. After each navigation it asks whether the address leads elsewhere by now.
 */
export function useWatch() {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  useEffect(() => {
    let own: string | undefined
    let outdated = false
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      const build = await api.app.currentBuild({})
      if (isFailure(build)) return
      own ??= build.id
      outdated = build.id !== own
    }
    void ask()
    const timer = setInterval(ask, messagesPollingMs)
    const stopBefore = router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
      if (outdated && pathChanged && reloadOnce()) window.location.assign(toLocation.publicHref)
    })
    const stopAfter = router.subscribe('onResolved', async ({ toLocation, pathChanged }) => {
      if (!pathChanged) return
      const answer = await api.app.checkRoute({ path: toLocation.pathname }, { key: 'redirect' })
      if (isFailure(answer) || !answer.redirect) return
      const { to, external } = answer.redirect
      if (external) window.location.assign(to)
      else router.history.replace(localized(to))
    })
    return () => {
      clearInterval(timer)
      stopBefore()
      stopAfter()
    }
  }, [api, router])
}
