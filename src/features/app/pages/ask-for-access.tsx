import { useRouteContext } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { type Api, isFailure, reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'

type Asked = Parameters<Api['team']['askForAccess']>[0]
interface Explained {
  givers: string[]
  portal: string | null
}

/** Who can give what is lacking, as a sentence. */
export function whoGives({ givers, portal }: Explained): string {
  if (givers.length === 0) return m['shell.denied.nobody']()
  const who = new Intl.ListFormat(getLocale(), { type: 'disjunction' }).format(givers)
  return portal ? m['shell.denied.who']({ who, portal }) : m['shell.denied.whoStaff']({ who })
}

/** Asks those who can give it; once is enough. */
export function AskForAccess({
  asked,
  look,
  onAsked,
}: {
  asked: Asked
  look?: ComponentProps<typeof Button>['look']
  onAsked?: () => Promise<void>
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    const answer = await api.team.askForAccess(asked)
    setBusy(false)
    if (isFailure(answer)) toast(reasonOf(answer) ?? m['shell.denied.failed'](), { kind: 'error' })
    else toast(m['shell.denied.asked']())
    setSent(true)
    await onAsked?.()
  }
  return (
    <Button look={look} busy={busy} disabled={sent} onClick={ask}>
      {m['shell.denied.ask']()}
    </Button>
  )
}
