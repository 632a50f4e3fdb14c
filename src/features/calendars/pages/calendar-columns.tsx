import { mdiCalendarImportOutline, mdiContentCopy, mdiRefresh, mdiTrashCanOutline } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { ActsMenu } from '#ui/acts-menu.tsx'
import { Button, ButtonAnchor } from '#ui/button.tsx'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { NameCell } from '#ui/name-cell.tsx'
import { toast } from '#ui/toast.tsx'
import type { SubscribedCalendar } from '../contract.ts'
import classes from './calendars.module.css'

/** Whose dates a calendar shows, in words. */
export const nameOf = ({ portal }: SubscribedCalendar) => portal?.name ?? m['calendars.gone']()

const aboutOf = ({ portal, wholeAccount }: SubscribedCalendar) =>
  portal ? (wholeAccount ? m['calendars.whole']() : m['calendars.one']()) : m['calendars.goneText']()

const readOf = ({ lastReadAt }: SubscribedCalendar) =>
  lastReadAt ? here().dateTime(lastReadAt) : m['calendars.unread']()

interface Acts {
  onRotate: (calendar: SubscribedCalendar) => void
  onRevoke: (calendar: SubscribedCalendar) => void
}

/** A list of calendars, from whose they are to what can be done. */
export function calendarColumns(acts: Acts): Column<SubscribedCalendar>[] {
  return [
    {
      id: 'what',
      title: m['calendars.column.what'](),
      phone: 'main',
      cell: (calendar) => <NameCell name={nameOf(calendar)} below={aboutOf(calendar)} />,
    },
    {
      id: 'address',
      title: m['calendars.column.address'](),
      phone: 'wide',
      cell: (calendar) => (calendar.portal ? <Address calendar={calendar} /> : undefined),
    },
    { id: 'read', sentence: true, title: m['calendars.column.read'](), phone: 'status', cell: readOf },
    {
      id: 'menu',
      title: m['ui.actions'](),
      hiddenTitle: true,
      phone: 'menu',
      cell: (calendar) => <CalendarMenu calendar={calendar} {...acts} />,
    },
  ]
}

function Address({ calendar }: { calendar: SubscribedCalendar }) {
  const name = nameOf(calendar)
  const copy = async () => {
    await navigator.clipboard.writeText(calendar.address)
    toast(m['calendars.copied']())
  }
  return (
    <span className={classes.acts}>
      <Button size="sm" icon={mdiContentCopy} aria-label={m['calendars.copyLabel']({ name })} onClick={copy}>
        {m['calendars.copy']()}
      </Button>
      <ButtonAnchor
        size="sm"
        look="ghost"
        icon={mdiCalendarImportOutline}
        aria-label={m['calendars.openLabel']({ name })}
        // What phones and computers hand to their calendar instead of saving a file.
        href={calendar.address.replace(/^https?:/, 'webcal:')}
      >
        {m['calendars.open']()}
      </ButtonAnchor>
    </span>
  )
}

function CalendarMenu({ calendar, onRotate, onRevoke }: Acts & { calendar: SubscribedCalendar }) {
  return (
    <ActsMenu
      label={m['calendars.more']({ name: nameOf(calendar) })}
      acts={[
        calendar.portal && {
          label: m['calendars.rotate'](),
          path: mdiRefresh,
          onClick: () => onRotate(calendar),
        },
        {
          label: m['calendars.revoke'](),
          path: mdiTrashCanOutline,
          danger: true,
          onClick: () => onRevoke(calendar),
        },
      ]}
    />
  )
}
