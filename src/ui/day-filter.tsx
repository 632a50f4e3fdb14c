import { mdiClose } from '@mdi/js'
import { m } from '#paraglide/messages.js'
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
  return (
    <span className={`${chip.chip} ${classes.day}`} data-set={value ? true : undefined}>
      <label>
        <span>{label}</span>
        <input
          type="date"
          value={value ?? ''}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
      </label>
      {value ? (
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
