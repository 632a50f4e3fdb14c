import { mdiClose } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { use } from 'react'
import { type Api, isFailure, reasonOf } from '#client.ts'
import { deniedMark, portalMenu, staffMenu } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { type GuardedPage, guardedPages } from '#platform/page-keys.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'

type Explained = Awaited<ReturnType<Api['team']['explainAccess']>>

/** The page that somebody was led away from, as the address says it. */
export const deniedIn = (hash: string): GuardedPage | undefined => {
  const name = hash.replace(/^#/, '')
  return guardedPages.find((page) => name === `${deniedMark}${page}`)
}

const titleOf = (page: GuardedPage) => {
  const entry = [...staffMenu, ...portalMenu].find((one) => one !== 'divider' && one.id === page)
  return entry && entry !== 'divider' ? entry.title() : page
}

/** Why another page opened than the one that was asked for: what is lacking, who can give it, and a way to ask them. */
export function DeniedNotice({ page, explained }: { page: GuardedPage; explained: Promise<Explained> }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const why = use(explained)
  if (isFailure(why) || why.missing.length === 0) return null
  const close = () => router.navigate({ to: '.', hash: '', search: true, replace: true })
  const ask = async () => {
    const asked = await api.team.askForAccess({ page })
    if (isFailure(asked)) toast(reasonOf(asked) ?? m['shell.denied.failed'](), { kind: 'error' })
    else toast(m['shell.denied.asked']())
    await close()
  }
  const who = new Intl.ListFormat(getLocale(), { type: 'disjunction' }).format(why.givers)
  return (
    <Notice
      kind="info"
      wide
      aside={<IconButton label={m['shell.denied.close']()} path={mdiClose} onClick={close} />}
    >
      {m['shell.denied.why']({ page: titleOf(page), key: why.missing.join(', ') })}{' '}
      {why.givers.length === 0
        ? m['shell.denied.nobody']()
        : why.portal
          ? m['shell.denied.who']({ who, portal: why.portal })
          : m['shell.denied.whoStaff']({ who })}{' '}
      {why.givers.length > 0 ? <Button onClick={ask}>{m['shell.denied.ask']()}</Button> : undefined}
    </Notice>
  )
}
