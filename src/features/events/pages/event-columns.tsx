import {
  mdiContentCopy,
  mdiEyeOffOutline,
  mdiEyeOutline,
  mdiPencilOutline,
  mdiTrashCanOutline,
} from '@mdi/js'
import type { Event } from '#features/events/contract.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { ActsMenu } from '#ui/acts-menu.tsx'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { MainCell } from '#ui/main-cell.tsx'
import { Status } from '#ui/status.tsx'
import classes from './event-columns.module.css'
import { dayOf, kindWord, statusOf, whenOf, whereOf } from './event-words.ts'

interface EventColumnsOptions {
  /** The page of an event. */
  pathOf: (event: Event) => string
  /** Which portal it is, where events of several stand together. */
  withPortal: boolean
  /** What the reader may do with an event; without it there is no menu. */
  actions?: ((event: Event) => EventActions) | undefined
}

/** What the reader may do with an event; each asks a key of its own. */
export interface EventActions {
  onEdit?: (() => void) | undefined
  onCopy?: (() => void) | undefined
  /** Shows it on the portal, or takes it off when it is there or about to be. */
  onShow?: (() => void) | undefined
  onDelete?: (() => void) | undefined
}

/** A list of events, from the name to what can be done. */
export function eventColumns({ pathOf, withPortal, actions }: EventColumnsOptions): Column<Event>[] {
  const locale = getLocale()
  return [
    {
      id: 'name',
      title: m['events.column.name'](),
      orderBy: 'name',
      phone: 'main',
      cell: (event) => (
        <MainCell path={pathOf(event)} name={event.name} of={{ id: event.id, pictureUrl: event.posterUrl }} />
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
      sentence: true,
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
            cell: (event: Event) => <EventMenu event={event} actions={actions(event)} />,
          },
        ]
      : []),
  ]
}

function EventMenu({ event, actions }: { event: Event; actions: EventActions }) {
  const { onEdit, onCopy, onShow, onDelete } = actions
  const shown = event.publication !== 'draft'
  return (
    <ActsMenu
      label={m['events.actions']({ name: event.name })}
      acts={[
        onEdit && { label: m['events.edit'](), path: mdiPencilOutline, onClick: onEdit },
        onCopy && { label: m['events.copy'](), path: mdiContentCopy, onClick: onCopy },
        onShow && {
          label: shown ? m['events.hide']() : m['events.show'](),
          path: shown ? mdiEyeOffOutline : mdiEyeOutline,
          onClick: onShow,
        },
        onDelete && {
          label: m['events.delete'](),
          path: mdiTrashCanOutline,
          danger: true,
          onClick: onDelete,
        },
      ]}
    />
  )
}
