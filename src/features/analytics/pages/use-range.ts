import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { dateSelectionModes } from '#platform/constants.ts'
import { parseTypedDate, showTypedDate } from '#platform/typed-date.ts'
import { unreadWord } from '#ui/unread-date.ts'

export type Mode = (typeof dateSelectionModes)[keyof typeof dateSelectionModes]
type Range = [string | null, string | null]
type End = 'f' | 't'

interface RangeOptions {
  days: { f?: string; t?: string }
  today: string
  /** Chosen at once, without a button. */
  live: boolean
  onChoose: (f: string, t: string) => void
}

const show = (day: string | null | undefined) => (day ? showTypedDate(day) : '')
export const exampleDay = () => show('2026-10-24')

/** Days that are picked or typed: what the calendar shows, what the fields say, and one message a field. */
export function useRange({ days, today, live, onChoose }: RangeOptions) {
  const [range, setRange] = useState<Range>([days.f ?? null, days.t ?? null])
  const [texts, setTexts] = useState({ f: show(days.f), t: show(days.t) })
  const [errors, setErrors] = useState<Partial<Record<End, string | undefined>>>({})
  const [month, setMonth] = useState(days.t ?? today)
  const [mode, setMode] = useState<Mode>(
    !live && days.f && days.f === days.t ? dateSelectionModes.single : dateSelectionModes.range,
  )
  const single = mode === dateSelectionModes.single

  const choose = (next: Range) => {
    setRange(next)
    setTexts({ f: show(next[0]), t: show(next[1]) })
    setErrors({})
    if (live && next[0] && next[1]) onChoose(next[0], next[1])
  }
  /** What both fields say now, and what is wrong with them. */
  const read = () => {
    const [f, t] = [parseTypedDate(texts.f, today), parseTypedDate(texts.t, today)]
    const wrong: Partial<Record<End, string>> = {}
    if (!f) wrong.f = unreadWord(texts.f, exampleDay())
    if (!t) wrong.t = unreadWord(texts.t, exampleDay())
    else if (f && f > t) wrong.t = m['analytics.period.backwards']()
    return { f, t, wrong }
  }
  return {
    ...{ range, texts, errors, month, setMonth, mode, single, choose },
    type: (field: End, text: string) => setTexts(single ? { f: text, t: text } : { ...texts, [field]: text }),
    leave: (field: End) => {
      const { f, t, wrong } = read()
      setErrors({ ...errors, [field]: texts[field] ? wrong[field] : undefined })
      if (wrong.f || wrong.t || !f || !t) return
      setRange([f, t])
      setMonth(t)
      if (live) onChoose(f, t)
    },
    submit: () => {
      const { f, t, wrong } = read()
      setErrors(wrong)
      if (f && t && !wrong.f && !wrong.t) onChoose(f, t)
    },
    switchTo: (next: Mode) => {
      setMode(next)
      if (next === dateSelectionModes.single) choose([range[0], range[0]])
    },
    takeWhole: ({ f, t }: { f: string; t: string }) => {
      if (live) setMode(dateSelectionModes.range)
      choose([f, t])
      if (!live) onChoose(f, t)
    },
  }
}
