import { Menu } from '@mantine/core'
import {
  mdiContentCopy,
  mdiDotsHorizontal,
  mdiEyeOffOutline,
  mdiEyeOutline,
  mdiPencilOutline,
  mdiTrashCanOutline,
} from '@mdi/js'
import type { Event } from '#features/events/contract.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { IconButton } from '#ui/button.tsx'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Icon } from '#ui/icon.tsx'
import { MainCell } from '#ui/main-cell.tsx'
import { menuClasses } from '#ui/menu.ts'
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
  if (!onEdit && !onCopy && !onShow && !onDelete) return null
  return (
    <Menu position="bottom-end" classNames={menuClasses}>
      <Menu.Target>
        <IconButton label={m['events.actions']({ name: event.name })} path={mdiDotsHorizontal} />
      </Menu.Target>
      <Menu.Dropdown>
        {onEdit ? (
          <Menu.Item leftSection={<Icon path={mdiPencilOutline} />} onClick={onEdit}>
            {m['events.edit']()}
          </Menu.Item>
        ) : undefined}
        {onCopy ? (
          <Menu.Item leftSection={<Icon path={mdiContentCopy} />} onClick={onCopy}>
            {m['events.copy']()}
          </Menu.Item>
        ) : undefined}
        {onShow ? (
          <Menu.Item leftSection={<Icon path={shown ? mdiEyeOffOutline : mdiEyeOutline} />} onClick={onShow}>
            {shown ? m['events.hide']() : m['events.show']()}
          </Menu.Item>
        ) : undefined}
        {onDelete ? (
          <>
            {onEdit || onCopy || onShow ? <Menu.Divider /> : undefined}
            <Menu.Item data-danger leftSection={<Icon path={mdiTrashCanOutline} />} onClick={onDelete}>
              {m['events.delete']()}
            </Menu.Item>
          </>
        ) : undefined}
      </Menu.Dropdown>
    </Menu>
  )
}
