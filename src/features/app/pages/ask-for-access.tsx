import { useRouteContext } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { type Api, isFailure, reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { Button } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import { useAnswer } from '#ui/use-answer.ts'

type Asked = Parameters<Api['team']['askForAccess']>[0]
interface Explained {
  givers: string[]
  portal: string | null
  askedAt: string | null
  mayAsk: boolean
}

/** Who can give what is lacking, as a sentence. */
export function whoGives({ givers, portal }: Pick<Explained, 'givers' | 'portal'>): string {
  if (givers.length === 0) return m['shell.denied.nobody']()
  const who = new Intl.ListFormat(getLocale(), { type: 'disjunction' }).format(givers)
  return portal ? m['shell.denied.who']({ who, portal }) : m['shell.denied.whoStaff']({ who })
}

interface AskForAccessProps {
  asked: Asked
  why: Explained
  look?: ComponentProps<typeof Button>['look']
}

/** Asks those who can give it, once a day; whoever has asked reads when, now and whenever they come back. */
export function AskForAccess({ asked, why, look }: AskForAccessProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const [sentAt, setSentAt] = useState<string>()
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    const answer = await api.team.askForAccess(asked)
    setBusy(false)
    if (isFailure(answer)) {
      toast(reasonOf(answer) ?? m['shell.denied.failed'](), { kind: 'error' })
      return
    }
    toast(m['shell.denied.asked']())
    setSentAt(new Date().toISOString())
  }
  const askedAt = sentAt ?? why.askedAt
  return (
    <>
      {askedAt ? (
        <span role="status">{m['shell.denied.waits']({ at: here().dateTime(askedAt) })}</span>
      ) : undefined}
      {why.mayAsk && !sentAt ? (
        <Button look={look} busy={busy} onClick={ask}>
          {askedAt ? m['shell.denied.askAgain']() : m['shell.denied.ask']()}
        </Button>
      ) : undefined}
    </>
  )
}

/** Above what somebody sees and may not change: that it is so, who can give it, and a way to ask them. */
export function MayNotChange({ text, asked }: { text: string; asked: Asked }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { answer } = useAnswer(() => api.team.explainAccess(asked), JSON.stringify(asked))
  const why = answer && !isFailure(answer) && answer.missing.length > 0 ? answer : undefined
  return (
    <Notice kind="info" aside={why ? <AskForAccess asked={asked} why={why} /> : undefined}>
      {text}{' '}
      {why ? `${m['shell.denied.lacks']({ key: why.missing.join(', ') })} ${whoGives(why)}` : undefined}
    </Notice>
  )
}
