import { mdiChevronDown, mdiClose, mdiMagnify } from '@mdi/js'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { m } from '#paraglide/messages.js'
import classes from './filter-pick.module.css'
import chip from './filters.module.css'
import { FilterSelect } from './filters.tsx'
import { Icon } from './icon.tsx'

export interface PickOption {
  value: string
  label: string
}

interface FilterPickProps {
  label: string
  /** What stands there while nothing is chosen: «todos». */
  all: string
  value: string | undefined
  /** What to show before anything is typed; the chosen one is among them. */
  options: readonly PickOption[]
  /** Looks on the server for what has these words in its name; undefined when it fails. */
  find: (q: string) => Promise<readonly PickOption[] | undefined>
  /** Undefined takes the filter off; where something always has to be chosen it never comes. */
  onChange: (value: string | undefined) => void
  /** One is always chosen. */
  required?: boolean
}

const typingPauseMs = 200

/** More than this many names are searched rather than read through. */
const readThrough = 12

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

function FilterPick({ label, all, value, options, find, onChange, required }: FilterPickProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const turn = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [open, setOpen] = useState(false)
  const [found, setFound] = useState<readonly PickOption[] | 'failed'>(options)
  const [at, setAt] = useState(0)
  // What was found stays known: its name is needed once it is chosen.
  const [picked, setPicked] = useState<PickOption>()
  const chosen = options.find((one) => one.value === value) ?? (picked?.value === value ? picked : undefined)

  const ask = (q: string) => {
    clearTimeout(timer.current)
    const mine = ++turn.current
    setAt(0)
    if (!q.trim()) return setFound(options)
    timer.current = setTimeout(async () => {
      const next = await find(q.trim())
      if (turn.current === mine) setFound(next ?? 'failed')
    }, typingPauseMs)
  }
  // Before it shows: what is typed as soon as it does is kept.
  const toggling = (opening: boolean) => {
    if (!opening || !input.current) return
    input.current.value = ''
    // React does not write the attribute, which puts the focus there in the moment of opening.
    input.current.setAttribute('autofocus', '')
    ask('')
  }
  const toggled = (opening: boolean) => {
    setOpen(opening)
    if (!opening || !box.current || !opener.current || !input.current) return
    const { left, bottom } = opener.current.getBoundingClientRect()
    box.current.style.left = `${Math.max(8, Math.min(left, window.innerWidth - box.current.offsetWidth - 8))}px`
    box.current.style.top = `${Math.min(bottom + 6, window.innerHeight - box.current.offsetHeight - 8)}px`
    input.current.focus()
  }
  const choose = (option: PickOption) => {
    setPicked(option)
    box.current?.hidePopover()
    opener.current?.focus()
    onChange(option.value)
  }
  const list = found === 'failed' ? [] : found
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const option = list[at]
    if (event.key === 'Enter' && option) choose(option)
    else if (step && list.length > 0) {
      const next = (at + step + list.length) % list.length
      setAt(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else return
    event.preventDefault()
  }
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
      <div
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={classes.box}
        onBeforeToggle={(event) => toggling(event.newState === 'open')}
        onToggle={(event) => toggled(event.newState === 'open')}
      >
        <span className={classes.search}>
          <Icon path={mdiMagnify} size={18} />
          <input
            ref={input}
            type="search"
            role="combobox"
            aria-label={m['ui.pick.search']({ label })}
            placeholder={m['ui.pick.placeholder']()}
            aria-expanded={open}
            aria-controls={`${id}-list`}
            aria-activedescendant={list[at] ? `${id}-${at}` : undefined}
            autoComplete="off"
            maxLength={100}
            onChange={(event) => ask(event.currentTarget.value)}
            onKeyDown={press}
          />
        </span>
        <div id={`${id}-list`} role="listbox" aria-label={label} className={classes.list}>
          {list.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are pressed in the search field, as comboboxes have it.
            <div
              key={option.value}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={option.value === value}
              data-at={index === at || undefined}
              onClick={() => choose(option)}
              onMouseMove={() => setAt(index)}
            >
              {option.label}
            </div>
          ))}
        </div>
        {list.length === 0 ? (
          <p role="status">{found === 'failed' ? m['ui.pick.failed']() : m['ui.pick.nothing']()}</p>
        ) : undefined}
      </div>
    </span>
  )
}
