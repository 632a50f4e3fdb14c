import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { givenWord } from '#ui/given-word.ts'
import { localized } from '#ui/localized.ts'
import { Frame } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import type { ContactDetail } from '../contract.ts'
import { loginState } from './contact-words.ts'
import classes from './contacts.module.css'

/** Whether and where they get in. */
export function ContactAccess({ contact, now }: { contact: ContactDetail; now: Date }) {
  const { ago, date } = here()
  const { mark, word } = loginState(contact)
  return (
    <Frame title={m['contacts.access.title']()}>
      <dl className={classes.facts}>
        <div>
          <dt>{m['contacts.access.state']()}</dt>
          <dd>
            <Status mark={mark}>{word}</Status>
          </dd>
        </div>
        {contact.personId ? (
          <div>
            <dt>{m['contacts.column.seen']()}</dt>
            <dd>{contact.lastSeenAt ? ago(contact.lastSeenAt, now) : m['contacts.never']()}</dd>
          </div>
        ) : undefined}
        <div>
          <dt>{m['contacts.access.since']()}</dt>
          <dd>{date(contact.createdAt)}</dd>
        </div>
        {contact.portals.map((portal) => (
          <div key={portal.id}>
            <dt>
              <a href={localized(`/portals/${portal.id}/team/${contact.personId}`)}>{portal.name}</a>
            </dt>
            <dd>{givenWord(portal)}</dd>
          </div>
        ))}
      </dl>
      {contact.personId && contact.portals.length === 0 ? (
        <p className={classes.quiet}>{m['contacts.access.noPortals']()}</p>
      ) : undefined}
    </Frame>
  )
}
