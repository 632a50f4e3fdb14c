import { mdiChevronDown, mdiClose, mdiMagnify } from '@mdi/js'
import { useEffect, useRef, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from './button.tsx'
import classes from './filters.module.css'
import { Icon } from './icon.tsx'

/** Waits for a pause in typing before the list is asked again. */
const typingPauseMs = 250

/** Searches while typing; Enter searches at once. */
export function SearchBox({
  label,
  value,
  onSearch,
}: {
  label: string
  value: string
  onSearch: (text: string) => void
}) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(value)
  useEffect(() => {
    // The address changed by itself: back, forward, filters taken off.
    if (value !== asked.current) {
      asked.current = value
      setText(value)
    }
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const ask = (next: string) => {
    clearTimeout(timer.current)
    asked.current = next.trim()
    onSearch(next.trim())
  }
  return (
    <search className={classes.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ask(text)
        }}
      >
        <Icon path={mdiMagnify} className={classes.glass} />
        <input
          type="search"
          name="q"
          aria-label={m['ui.searchBy']({ label })}
          placeholder={label}
          value={text}
          maxLength={100}
          onChange={(event) => {
            const next = event.currentTarget.value
            setText(next)
            clearTimeout(timer.current)
            timer.current = setTimeout(() => ask(next), typingPauseMs)
          }}
        />
      </form>
    </search>
  )
}

interface FilterSelectProps<V extends string> {
  label: string
  value: V | undefined
  /** What stands there while nothing is chosen: «todos». */
  all: string
  options: readonly { value: V; label: string }[]
  onChange: (value: V | undefined) => void
}

/** One filter as a chip: «Tipo: todos». In use it has a strong border and a ×. */
export function FilterSelect<V extends string>({
  label,
  value,
  all,
  options,
  onChange,
}: FilterSelectProps<V>) {
  const chosen = options.find((option) => option.value === value)
  return (
    <span className={classes.chip} data-set={chosen ? true : undefined}>
      <span aria-hidden="true">
        {label}: <b>{chosen?.label ?? all}</b>
      </span>
      {chosen ? undefined : <Icon path={mdiChevronDown} size={15} />}
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onChange((event.currentTarget.value || undefined) as V | undefined)}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {chosen ? (
        <button
          type="button"
          aria-label={m['ui.removeFilter']({ label })}
          onClick={() => onChange(undefined)}
        >
          <Icon path={mdiClose} size={15} />
        </button>
      ) : undefined}
    </span>
  )
}

/** Takes every filter away, beside the filters themselves. */
export const ClearFilters = ({ onClear }: { onClear: () => void }) => (
  <Button size="sm" look="ghost" onClick={onClear}>
    {m['ui.clearFilters']()}
  </Button>
)
