import type { ClipboardEvent } from 'react'
import { m } from '#paraglide/messages.js'

/** How long the text would be with what is being pasted. */
export function lengthWith(event: ClipboardEvent<HTMLInputElement>): number {
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const replaced = (selectionEnd ?? 0) - (selectionStart ?? 0)
  return value.length - replaced + event.clipboardData.getData('text').length
}

/** Shorter ones end where everybody sees it coming. */
const countedFrom = 40
const nearly = 10
/** What a text that is as long as it may be says: that something was cut, or how much room is left. */
export function roomWord(value: unknown, max: number | undefined, cut: boolean): string | undefined {
  if (max === undefined || max < countedFrom || typeof value !== 'string') return undefined
  if (cut && value.length >= max) return m['ui.room.cut']({ max })
  return value.length >= max - nearly ? m['ui.room.left']({ count: value.length, max }) : undefined
}
