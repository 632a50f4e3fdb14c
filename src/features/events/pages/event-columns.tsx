import { Menu } from '@mantine/core'
import { mdiContentCopy, mdiDotsHorizontal, mdiPencilOutline, mdiTrashCanOutline } from '@mdi/js'
import type { Event } from '#features/events/contract.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { IconButton } from '#ui/button.tsx'
import { Cover } from '#ui/cover.tsx'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Icon } from '#ui/icon.tsx'
import { MainCell } from '#ui/main-cell.tsx'
import { menuClasses } from '#ui/menu.ts'
import { Status } from '#ui/status.tsx'
import classes from './event-columns.module.css'
import { dayOf, kindWord, statusOf, whenOf, whereOf } from './event-words.ts'

interface EventColumnsOptions {
  /** Whose events open from here: those of the portal that one works in. */
  linked: (event: Event) => boolean
  /** Which portal it is, where events of several stand together. */
  withPortal: boolean
  actions?: {
    onEdit: (event: Event) => void
    onCopy: (event: Event) => void
    onDelete: (event: Event) => void
  }
}

/** A list of events, from the name to what can be done. */
export function eventColumns({ linked, withPortal, actions }: EventColumnsOptions): Column<Event>[] {
  const locale = getLocale()
  return [
    {
      id: 'name',
      title: m['events.column.name'](),
      orderBy: 'name',
      phone: 'main',
      cell: (event) =>
        linked(event) ? (
          <MainCell
            path={`/dashboard/events/${event.id}`}
            name={event.name}
            of={{ id: event.id, pictureUrl: event.posterUrl }}
          />
        ) : (
          <span className={classes.plain}>
            <Cover of={{ id: event.id, pictureUrl: event.posterUrl }} />
            <b>{event.name}</b>
          </span>
        ),
    },
    ...(withPortal
      ? [
          {
            id: 'portal',
            title: m['events.column.portal'](),
            orderBy: 'portalName',
            cell: (event: Event) => <span className={classes.when}>{event.portalName}</span>,
          },
        ]
      : []),
    {
      id: 'startsAt',
      title: m['events.column.startsAt'](),
      orderBy: 'startsAt',
      phone: 'detail',
      cell: (event) => (
        <>
          <span className={`${classes.when} ${classes.wide}`}>{whenOf(event, locale)}</span>
          <span className={classes.narrow}>{dayOf(event, locale)}</span>
        </>
      ),
    },
    {
      id: 'where',
      title: m['events.column.where'](),
      orderBy: 'city',
      cell: (event) => whereOf(event) || <span className={classes.quiet}>{m['ui.none']()}</span>,
    },
    { id: 'kind', title: m['events.column.kind'](), cell: (event) => kindWord[event.kind]() },
    {
      id: 'status',
      title: m['events.column.status'](),
      phone: 'status',
      cell: (event) => {
        const { mark, word } = statusOf(event)
        return <Status mark={mark}>{word}</Status>
      },
    },
    {
      id: 'clicks',
      title: m['events.column.clicks'](),
      numeric: true,
      cell: ({ clicks }) => here().number(clicks),
    },
    ...(actions
      ? [
          {
            id: 'menu',
            title: m['ui.actions'](),
            hiddenTitle: true,
            phone: 'menu' as const,
            cell: (event: Event) => (
              <Menu position="bottom-end" classNames={menuClasses}>
                <Menu.Target>
                  <IconButton label={m['events.actions']({ name: event.name })} path={mdiDotsHorizontal} />
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item
                    leftSection={<Icon path={mdiPencilOutline} />}
                    onClick={() => actions.onEdit(event)}
                  >
                    {m['events.edit']()}
                  </Menu.Item>
                  <Menu.Item
                    leftSection={<Icon path={mdiContentCopy} />}
                    onClick={() => actions.onCopy(event)}
                  >
                    {m['events.copy']()}
                  </Menu.Item>
                  <Menu.Divider />
                  <Menu.Item
                    data-danger
                    leftSection={<Icon path={mdiTrashCanOutline} />}
                    onClick={() => actions.onDelete(event)}
                  >
                    {m['events.delete']()}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            ),
          },
        ]
      : []),
  ]
}
