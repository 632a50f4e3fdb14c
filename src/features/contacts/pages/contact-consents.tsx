import { useRouteContext, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import { consentKinds } from '../choices.ts'
import type { ContactDetail } from '../contract.ts'
import { consentWord, sourceWord } from './contact-words.ts'
import classes from './contacts.module.css'
import { NewestOf } from './newest-of.tsx'

const ConsentDialog = lazy(() => import('./consent-dialog.tsx'))

/** What the person agreed to, when and how; every answer is kept. */
export function ContactConsents({ contact, editable }: { contact: ContactDetail; editable: boolean }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  const { date } = here()
  const latest = consentKinds.map((kind) => ({
    kind,
    answer: contact.consentHistory.find((one) => one.kind === kind),
  }))
  return (
    <Frame
      title={m['contacts.consents.title']()}
      control={
        editable ? (
          <Button size="sm" onClick={() => setAsking(true)}>
            {m['contacts.consents.record']()}
          </Button>
        ) : undefined
      }
    >
      <ul className={classes.plain}>
        {latest.map(({ kind, answer }) => (
          <li key={kind}>
            <Status mark={answer === undefined ? 'draft' : answer.given ? 'live' : 'paused'}>
              {consentWord(kind)}
            </Status>
            <small>
              {answer === undefined
                ? m['contacts.consents.never']()
                : answer.given
                  ? m['contacts.consents.given']({ date: date(answer.at), source: sourceWord(answer.source) })
                  : m['contacts.consents.withdrawn']({
                      date: date(answer.at),
                      source: sourceWord(answer.source),
                    })}
            </small>
          </li>
        ))}
      </ul>
      {contact.consentHistory.length > 1 ? (
        <details>
          <summary className={classes.quiet}>
            {m['contacts.consents.history']({ count: contact.consentTotal })}
          </summary>
          <ul className={classes.plain}>
            {contact.consentHistory.map((one) => (
              <li key={`${one.kind} ${one.at} ${one.given}`}>
                <span>{consentWord(one.kind)}</span>
                <small>
                  {one.given
                    ? m['contacts.consents.given']({ date: date(one.at), source: sourceWord(one.source) })
                    : m['contacts.consents.withdrawn']({
                        date: date(one.at),
                        source: sourceWord(one.source),
                      })}
                </small>
              </li>
            ))}
          </ul>
          <NewestOf shown={contact.consentHistory.length} total={contact.consentTotal} />
        </details>
      ) : undefined}
      {asking ? (
        <Suspense>
          <ConsentDialog
            onClose={() => setAsking(false)}
            record={(answer) => api.contacts.recordConsent({ contactId: contact.id, ...answer })}
            onDone={() => router.invalidate()}
          />
        </Suspense>
      ) : undefined}
    </Frame>
  )
}
