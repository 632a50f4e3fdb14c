import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure, type Result, reasonOf } from '#client.ts'
import type { AppearanceState } from '#features/appearance/contract.ts'
import { m } from '#paraglide/messages.js'
import { toast } from '#ui/toast.tsx'
import type { Draft } from './use-draft.ts'

/** What is done with a draft as a whole: published, which can be taken back, or replaced by what was published. */
export function usePublishing(portalId: string, draft: Draft) {
  const { api } = useRouteContext({ from: '__root__' })
  const [working, setWorking] = useState(false)

  /** Undefined where the draft itself cannot be saved, which stands beside it. */
  const send = async (
    call: (version: number) => Promise<Result<AppearanceState>>,
  ): Promise<Result<AppearanceState>> => {
    if (working || (draft.pending && !(await draft.flush()))) return
    setWorking(true)
    // Asked again: saving what was pending has made a new version.
    const now = await api.appearance.getAppearance({ portalId })
    const result = isFailure(now) ? now : await call(now.version)
    setWorking(false)
    if (!isFailure(result)) draft.accept(result)
    return result
  }
  const sendOrSay = async (call: (version: number) => Promise<Result<AppearanceState>>) => {
    const result = await send(call)
    if (!isFailure(result)) return result
    if (result) toast(reasonOf(result) ?? m['appearance.saveFailed'](), { kind: 'error' })
    return undefined
  }
  const withdraw = async (versionId: string) => {
    if (await sendOrSay(() => api.appearance.withdrawAppearance({ portalId, versionId })))
      toast(m['ui.undo.done']())
  }
  return {
    working,
    publish: async () => {
      const result = await sendOrSay((version) => api.appearance.publishAppearance({ portalId }, { version }))
      const made = result?.versions[0]?.id
      if (!made) return
      toast(m['appearance.published'](), {
        action: { label: m['ui.undo.verb'](), run: () => void withdraw(made) },
      })
    },
    restore: async (versionId: string, number: number) => {
      const asked = { portalId, versionId }
      if (await sendOrSay((version) => api.appearance.restoreAppearance(asked, { version })))
        toast(m['appearance.versions.restored']({ number }))
    },
    discard: () => send((version) => api.appearance.restoreAppearance({ portalId }, { version })),
  }
}
