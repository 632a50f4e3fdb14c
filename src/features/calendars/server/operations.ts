import { handle } from '#platform/handle.ts'
import { listOf } from '#platform/paging.ts'
import * as contract from '../contract.ts'
import { createCalendar, ownCalendars, revokeCalendar, rotateCalendar } from './calendars.ts'

export const operations = {
  listCalendars: handle(contract.listCalendars, async (call) => {
    const items = await ownCalendars(call)
    return listOf(items, items.length, 1)
  }),
  createCalendar: handle(contract.createCalendar, createCalendar),
  rotateCalendar: handle(contract.rotateCalendar, (call, { calendarId }) => rotateCalendar(call, calendarId)),
  revokeCalendar: handle(contract.revokeCalendar, (call, { calendarId }) => revokeCalendar(call, calendarId)),
}
