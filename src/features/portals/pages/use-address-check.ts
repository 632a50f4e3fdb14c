import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isFailure } from '#client.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { can } from '#platform/permissions.ts'

interface Question {
  portalId?: string
  name: string
  code: string
  customUrl: string
}
type Suggestions = Partial<Record<'code' | 'customUrl', string>>

const pauseMs = 350

/** What is free instead of a code or an address that is not; asked when typing pauses. */
export function useAddressCheck({ portalId, name, code, customUrl }: Question): Suggestions {
  const { api, session } = useRouteContext({ from: '__root__' })
  // Whoever may change an address but make no portals is told by the answer to saving.
  const may = can(permissionsOf(session), 'portal.manageportals')
  const [found, setFound] = useState<Suggestions & { of: string }>({ of: '' })
  const of = `${code} ${customUrl}`
  useEffect(() => {
    if (!may || (!code && !customUrl)) return
    const timer = setTimeout(async () => {
      const question = { name: name || code || customUrl, code, customUrl, ...(portalId ? { portalId } : {}) }
      const answer = await api.portals.checkPortal(question, { key: 'portal-check' })
      if (isFailure(answer)) return
      const { code: ofCode, customUrl: ofUrl } = answer
      setFound({
        of,
        ...(code && ofCode?.suggestion ? { code: ofCode.suggestion } : {}),
        ...(customUrl && ofUrl?.suggestion ? { customUrl: ofUrl.suggestion } : {}),
      })
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [api, may, portalId, name, code, customUrl, of])
  return found.of === of ? found : {}
}
