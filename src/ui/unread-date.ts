import { m } from '#paraglide/messages.js'
import { dayOf, formatDay } from '#platform/time.ts'
import { isNoDay } from '#platform/typed-date.ts'

/** Why what was typed is no date: the day does not exist, or it is written otherwise. */
export function unreadWord(text: string, example: string): string {
  const [day = ''] = text.trim().split(/[\sT,]/)
  return isNoDay(day, formatDay(dayOf(Date.now())))
    ? m['ui.date.noDay']({ typed: day })
    : m['ui.date.unread']({ example })
}
