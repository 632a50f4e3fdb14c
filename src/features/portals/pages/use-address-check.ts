import { useRouteContext } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { can } from '#platform/permissions.ts'
import { useAnswer } from '#ui/use-answer.ts'

interface Question {
  portalId?: string
  name: string
  code: string
  customUrl: string
}
type Suggestions = Partial<Record<'code' | 'customUrl', string>>

const pauseMs = 350

const questionOf = ({ portalId, name, code, customUrl }: Question) => ({
  ...{ name: name || code || customUrl, code, customUrl },
  ...(portalId ? { portalId } : {}),
})

/** What is free instead of a code or an address that is not; asked when typing pauses. */
export function useAddressCheck(typed: Question): Suggestions {
  const { code, customUrl } = typed
  const { api, session } = useRouteContext({ from: '__root__' })
  // Whoever may change an address but make no portals is told by the answer to saving.
  const may = can(permissionsOf(session), 'portal.manageportals')
  const of = `${code} ${customUrl}`
  const { answer, about } = useAnswer(
    may && (code || customUrl)
      ? () => api.portals.checkPortal(questionOf(typed), { key: 'portal-check' })
      : undefined,
    of,
    pauseMs,
  )
  if (isFailure(answer) || about !== of) return {}
  return {
    ...(code && answer.code?.suggestion ? { code: answer.code.suggestion } : {}),
    ...(customUrl && answer.customUrl?.suggestion ? { customUrl: answer.customUrl.suggestion } : {}),
  }
}
