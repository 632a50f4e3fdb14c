import { m } from '#paraglide/messages.js'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { givenWord } from '#ui/given-word.ts'
import { NameCell } from '#ui/name-cell.tsx'
import { Status } from '#ui/status.tsx'
import type { Contact } from '../contract.ts'
import { loginState } from './contact-words.ts'
import classes from './contacts.module.css'

const none = () => <span className={classes.none}>{m['ui.none']()}</span>

/** The list of contacts. */
export function contactColumns(now: Date): Column<Contact>[] {
  const { ago } = here()
  return [
    {
      id: 'name',
      title: m['contacts.column.name'](),
      orderBy: 'name',
      phone: 'main',
      cell: ({ id, name, email }) => <NameCell name={name} path={`/users/${id}`} below={email} />,
    },
    {
      id: 'organisation',
      sentence: true,
      title: m['contacts.column.organisation'](),
      phone: 'detail',
      cell: ({ organisation, account }) => organisation ?? account?.name ?? none(),
    },
    {
      id: 'portals',
      sentence: true,
      title: m['contacts.column.portals'](),
      cell: ({ portals }) =>
        portals.length === 0 ? (
          none()
        ) : (
          <span title={portals.map((portal) => `${portal.name}: ${givenWord(portal)}`).join('\n')}>
            {portals.length === 1
              ? portals[0]?.name
              : m['contacts.portalCount']({ name: portals[0]?.name ?? '', count: portals.length - 1 })}
          </span>
        ),
    },
    {
      id: 'tags',
      sentence: true,
      title: m['contacts.column.tags'](),
      cell: ({ tags }) =>
        tags.length === 0 ? (
          none()
        ) : (
          <span className={classes.tags}>
            {tags.slice(0, 3).map((tag) => (
              <span key={tag}>{tag}</span>
            ))}
            {tags.length > 3 ? <small>+{tags.length - 3}</small> : undefined}
          </span>
        ),
    },
    {
      id: 'login',
      title: m['contacts.column.login'](),
      phone: 'status',
      cell: (contact) => {
        const { mark, word } = loginState(contact)
        return <Status mark={mark}>{word}</Status>
      },
    },
    {
      id: 'seen',
      title: m['contacts.column.seen'](),
      numeric: true,
      orderBy: 'lastSeenAt',
      descendingFirst: true,
      phone: 'amount',
      cell: ({ lastSeenAt }) =>
        lastSeenAt ? <span className={classes.quiet}>{ago(lastSeenAt, now)}</span> : none(),
    },
  ]
}
