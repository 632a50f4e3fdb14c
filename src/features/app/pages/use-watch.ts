import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { isFailure } from '#client.ts'
import { messagesPollingMs } from '#platform/constants.ts'
import { localized } from '#ui/localized.ts'
import { reloadOnce } from '#ui/reload-guard.ts'
import { useAskAgain } from '#ui/use-ask-again.ts'
import { useWays } from '#ui/use-ways.ts'

/**
 * Asks now and then which build runs; once it is another one, the next navigation loads a new document, at most once
 * in ten seconds. After each navigation it asks whether the address leads elsewhere by now.
 */
export function useWatch() {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const { answer: build } = useAskAgain(() => api.app.currentBuild({}), messagesPollingMs)
  const own = useRef<string>(undefined)
  own.current ??= build?.id
  useWays({
    before: ({ publicHref }) => {
      if (build?.id !== own.current && reloadOnce()) window.location.assign(publicHref)
    },
    after: async ({ pathname }) => {
      const answer = await api.app.checkRoute({ path: pathname }, { key: 'redirect' })
      if (isFailure(answer) || !answer.redirect) return
      const { to, external } = answer.redirect
      if (external) window.location.assign(to)
      else router.history.replace(localized(to))
    },
  })
}
