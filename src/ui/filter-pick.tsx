import { mdiChevronDown, mdiClose } from '@mdi/js'
import { useId, useRef, useState } from 'react'
import { m } from '#paraglide/messages.js'
import chip from './filters.module.css'
import { FilterSelect } from './filters.tsx'
import { Icon } from './icon.tsx'
import classes from './pick-box.module.css'
import { PickBox, type PickOption, type PickSource } from './pick-box.tsx'

interface FilterPickProps extends PickSource {
  /** What stands there while nothing is chosen: «todos». */
  all: string
  /** Undefined takes the filter off; where something always has to be chosen it never comes. */
  onChange: (value: string | undefined) => void
  /** One is always chosen. */
  required?: boolean
}

/** More than this many names are searched rather than read through. */
export const readThrough = 12

/** A filter by name: a menu of a few, a search on the server among many. */
export function FilterChoice(props: FilterPickProps) {
  const { label, all, value, options, onChange, required } = props
  if (options.length > readThrough) return <FilterPick {...props} />
  const chosen = required ? options.find((one) => one.value === value) : undefined
  return (
    <FilterSelect
      label={label}
      all={chosen?.label ?? all}
      value={required ? undefined : value}
      options={options.filter((one) => one !== chosen)}
      onChange={onChange}
    />
  )
}

/** A filter by name that is searched on the server, however few are offered at first. */
export function FilterPick({ all, onChange, required, ...source }: FilterPickProps) {
  const { label, value, options } = source
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  // What was found stays known: its name is needed once it is chosen.
  const [picked, setPicked] = useState<PickOption>()
  const chosen = options.find((one) => one.value === value) ?? (picked?.value === value ? picked : undefined)
  return (
    <span className={chip.chip} data-set={chosen && !required ? true : undefined}>
      <span aria-hidden="true">
        {label}: <b>{chosen?.label ?? all}</b>
      </span>
      {chosen && !required ? undefined : <Icon path={mdiChevronDown} size={15} />}
      <button
        ref={opener}
        type="button"
        className={classes.opener}
        aria-label={`${label}: ${chosen?.label ?? all}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        popoverTarget={id}
      />
      {chosen && !required ? (
        <button
          type="button"
          aria-label={m['ui.removeFilter']({ label })}
          onClick={() => onChange(undefined)}
        >
          <Icon path={mdiClose} size={15} />
        </button>
      ) : undefined}
      <PickBox
        {...{ id, opener, open, ...source }}
        onOpen={setOpen}
        onChoose={(option) => {
          setPicked(option)
          onChange(option.value)
        }}
      />
    </span>
  )
}
