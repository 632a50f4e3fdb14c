import { daysAgo, examplePage } from '#ui/example-page.ts'
import type { SubscribedCalendar } from '../contract.ts'

/** A calendar that is subscribed to, for whoever has none yet. */
export function exampleCalendars(portal: string) {
  const calendar: SubscribedCalendar = {
    id: 'example',
    portal: { id: 'example', name: portal },
    wholeAccount: false,
    address: 'https://backline.example/calendar/…',
    createdAt: daysAgo(30),
    lastReadAt: daysAgo(0),
  }
  return examplePage([calendar])
}
