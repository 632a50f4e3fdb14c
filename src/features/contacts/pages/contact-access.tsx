import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { localized } from '#ui/localized.ts'
import { Frame } from '#ui/page.tsx'
import { roleName } from '#ui/role-names.ts'
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
        {contact.portals.map(({ id, name, role }) => (
          <div key={id}>
            <dt>
              <a href={localized(`/portals/${id}/team/${contact.personId}`)}>{name}</a>
            </dt>
            <dd>{roleName(role)}</dd>
          </div>
        ))}
      </dl>
      {contact.personId && contact.portals.length === 0 ? (
        <p className={classes.quiet}>{m['contacts.access.noPortals']()}</p>
      ) : undefined}
    </Frame>
  )
}
