import { mdiClose } from '@mdi/js'
import { useId, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { DateInput } from './date-field.tsx'
import classes from './day-filter.module.css'
import chip from './filters.module.css'
import { Icon } from './icon.tsx'

interface DayFilterProps {
  label: string
  /** yyyy-MM-dd. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A day as a chip among the filters. */
export function DayFilter({ label, value, onChange }: DayFilterProps) {
  const id = useId()
  // Taken off, the filter also forgets what was typed and could not be read.
  const [taken, setTaken] = useState(0)
  return (
    <span className={`${chip.chip} ${classes.day}`} data-set={value ? true : undefined}>
      <label htmlFor={id}>{label}</label>
      <DateInput key={taken} id={id} value={value ?? ''} onChange={(day) => onChange(day || undefined)} />
      {value ? (
        <button
          type="button"
          aria-label={m['ui.removeFilter']({ label })}
          onClick={() => {
            setTaken(taken + 1)
            onChange(undefined)
          }}
        >
          <Icon path={mdiClose} size={15} />
        </button>
      ) : undefined}
    </span>
  )
}
