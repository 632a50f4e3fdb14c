import { mdiClose } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { deniedMark, elsewhereMark } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { type GuardedPage, guardedPages } from '#platform/page-keys.ts'
import { IconButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import { AskForAccess, whoGives } from './ask-for-access.tsx'

/** The page that somebody was led away from, as the address says it. */
export const deniedIn = (hash: string): GuardedPage | undefined => {
  const name = hash.replace(/^#/, '')
  return guardedPages.find((page) => name === `${deniedMark}${page}`)
}

const elsewhere: Record<string, () => string> = {
  [elsewhereMark]: m['shell.denied.elsewhere'],
  [`${elsewhereMark}=label`]: m['shell.denied.onlyLabel'],
  [`${elsewhereMark}=master`]: m['shell.denied.onlyMaster'],
}

/** Why an address that is not in the menu led here; whether there is such a page that one may not know of is not told. */
export const elsewhereIn = (hash: string): string | undefined => elsewhere[hash.replace(/^#/, '')]?.()

export function ElsewhereNotice({ why }: { why: string }) {
  const close = useClose()
  return (
    <Notice
      kind="info"
      wide
      aside={<IconButton label={m['shell.denied.close']()} path={mdiClose} onClick={close} />}
    >
      {why}
    </Notice>
  )
}

/** The address without what it says of how one came here. */
function useClose() {
  const router = useRouter()
  return () => router.navigate({ to: '.', hash: '', search: true, replace: true })
}

/** Why another page opened than the one that was asked for: what is lacking, who can give it, and a way to ask them. */
export function DeniedNotice({ page }: { page: GuardedPage }) {
  const close = useClose()
  const { api } = useRouteContext({ from: '__root__' })
  const { answer: why } = useAnswer(() => api.team.explainAccess({ page }), page)
  if (!why || isFailure(why) || why.missing.length === 0) return null
  return (
    <Notice
      kind="info"
      wide
      aside={<IconButton label={m['shell.denied.close']()} path={mdiClose} onClick={close} />}
    >
      {m['shell.denied.why']({ page: why.title, key: why.missing.join(', ') })} {whoGives(why)}{' '}
      <AskForAccess asked={{ page }} why={why} />
    </Notice>
  )
}
