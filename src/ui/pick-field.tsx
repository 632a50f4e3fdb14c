import { mdiChevronDown } from '@mdi/js'
import { useId, useRef, useState } from 'react'
import field from './field.module.css'
import { Field, SelectField, type Wiring } from './field.tsx'
import { readThrough } from './filter-pick.tsx'
import { Icon } from './icon.tsx'
import classes from './pick-box.module.css'
import { PickBox, type PickOption, type PickSource } from './pick-box.tsx'

interface PickFieldProps extends PickSource {
  /** What stands there while nothing is chosen. */
  none: string
  help?: string
  error?: string | undefined
  disabled?: boolean
  optional?: boolean
  /** Searched however few are there yet. */
  searched?: boolean
  /** Its label is only heard, and nothing stands around it: within a row of a table. */
  bare?: boolean
  /** None is an answer too. */
  clearable?: boolean
  onChange: (value: string) => void
}

/** One of many, by name: a menu of a few, a search on the server among the rest. */
export function PickField(props: PickFieldProps) {
  const { label, none, value, options, help, error, disabled, optional, onChange } = props
  if (props.searched || options.length > readThrough) return <SearchedField {...props} />
  return (
    <SelectField
      label={label}
      help={help}
      optional={optional}
      value={value}
      error={error}
      disabled={disabled}
      options={[{ value: '', label: none }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function SearchedField(props: PickFieldProps) {
  const { none, help, error, disabled, optional, bare, clearable, onChange, ...source } = props
  const { label, value, options } = source
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  // What was found stays known: its name is needed once it is chosen, whatever the form calls one that it does not know.
  const [picked, setPicked] = useState<PickOption>()
  const chosen = picked?.value === value ? picked : options.find((one) => one.value === value)
  const box = (wiring: Partial<Wiring>) => (
    <span className={field.box}>
      <button
        {...wiring}
        ref={opener}
        type="button"
        disabled={disabled}
        role="combobox"
        className={`${field.input} ${classes.field}`}
        data-none={chosen ? undefined : true}
        aria-label={`${label}: ${chosen?.label ?? none}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={id}
        popoverTarget={id}
      >
        {chosen?.label ?? none}
      </button>
      <Icon path={mdiChevronDown} className={field.chevron} />
      <PickBox
        {...{ id, opener, open, ...source }}
        options={clearable ? [{ value: '', label: none }, ...options] : options}
        onOpen={setOpen}
        onChoose={(option) => {
          setPicked(option)
          onChange(option.value)
        }}
      />
    </span>
  )
  if (bare) return box({})
  return (
    <Field label={label} help={help} optional={optional} error={error}>
      {box}
    </Field>
  )
}
