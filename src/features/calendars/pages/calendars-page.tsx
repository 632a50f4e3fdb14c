import { mdiPlus } from '@mdi/js'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { useAskFirst } from '#ui/ask-first.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { Frame, TrailLink } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import type { SubscribedCalendar } from '../contract.ts'
import { calendarColumns, nameOf } from './calendar-columns.tsx'
import classes from './calendars.module.css'

const CalendarDialog = lazy(() => import('./calendar-dialog.tsx'))

/** One's portals' dates in the calendar of one's phone. */
export const Route = createFileRoute('/_app/account/calendars')({
  loader: async ({ context }) => ({
    calendars: await context.api.calendars.listCalendars({}, { key: 'calendars' }),
  }),
  head: () => ({ meta: [{ title: `${m['calendars.title']()} · Backline` }] }),
  component: CalendarsPage,
})

function CalendarsPage() {
  const { session } = Route.useRouteContext()
  const { calendars } = Route.useLoaderData()
  const router = useRouter()
  const [making, setMaking] = useState(false)
  const { rotating, revoking } = useCalendarActs()
  if (!session) return null
  const made = async () => {
    setMaking(false)
    toast(m['calendars.created']())
    await router.invalidate()
  }
  return (
    <ListPage
      title={m['calendars.title']()}
      lead={m['calendars.lead']()}
      trail={[
        <TrailLink key="account" to="/account">
          {m['calendars.account']()}
        </TrailLink>,
        m['calendars.title'](),
      ]}
      add={
        <Button look="primary" icon={mdiPlus} onClick={() => setMaking(true)}>
          {m['calendars.create']()}
        </Button>
      }
      found={calendars}
      failed={m['calendars.loadFailed']()}
      empty={{ title: m['calendars.emptyTitle'](), text: m['calendars.emptyText']() }}
      example={() =>
        import('./example-calendars.ts').then(({ exampleCalendars }) =>
          exampleCalendars(currentPortal(session)?.name ?? m['calendars.examplePortal']()),
        )
      }
      below={
        <>
          {making ? (
            <Suspense>
              <CalendarDialog session={session} onClose={() => setMaking(false)} onMade={made} />
            </Suspense>
          ) : undefined}
          {rotating.dialog}
          {revoking.dialog}
        </>
      }
    >
      {({ items }) => (
        <>
          <DataTable
            label={m['calendars.title']()}
            columns={calendarColumns({ onRotate: rotating.ask, onRevoke: revoking.ask })}
            rows={items}
            rowKey={({ id }) => id}
          />
          <HowTo />
        </>
      )}
    </ListPage>
  )
}

/** What can be done with a calendar that is there; each is asked for first. */
function useCalendarActs() {
  const { api } = Route.useRouteContext()
  const router = useRouter()
  const rotating = useAskFirst<SubscribedCalendar>({
    question: (calendar) => ({
      title: m['calendars.rotateTitle']({ name: nameOf(calendar) }),
      text: m['calendars.rotateText'](),
      verb: m['calendars.rotate'](),
    }),
    act: async ({ id }) => {
      const made = await api.calendars.rotateCalendar({ calendarId: id })
      // Whoever is told that there is another address copies it at once.
      await router.invalidate()
      return made
    },
    done: m['calendars.rotated'],
    failed: m['calendars.rotateFailed'],
  })
  const revoking = useAskFirst<SubscribedCalendar>({
    question: (calendar) => ({
      title: m['calendars.revokeTitle']({ name: nameOf(calendar) }),
      text: m['calendars.revokeText'](),
      verb: m['calendars.revoke'](),
      danger: true,
    }),
    act: ({ id }) => api.calendars.revokeCalendar({ calendarId: id }),
    done: m['calendars.revoked'],
    failed: m['calendars.revokeFailed'],
  })
  return { rotating, revoking }
}

const HowTo = () => (
  <div className={classes.below}>
    <Frame title={m['calendars.howTitle']()}>
      <ul className={classes.how}>
        <li>{m['calendars.howPhone']()}</li>
        <li>{m['calendars.howGoogle']()}</li>
        <li>{m['calendars.howOutlook']()}</li>
        <li>{m['calendars.howOften']()}</li>
        <li>{m['calendars.howSecret']()}</li>
      </ul>
    </Frame>
  </div>
)
