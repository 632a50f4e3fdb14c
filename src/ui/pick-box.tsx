import { mdiMagnify } from '@mdi/js'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Icon } from './icon.tsx'
import classes from './pick-box.module.css'

export interface PickOption {
  value: string
  label: string
}

/** What is searched in, wherever the box opens from. */
export interface PickSource {
  label: string
  value: string | undefined
  /** What to show before anything is typed; the chosen one is among them. */
  options: readonly PickOption[]
  /** Below them stands what is found for no words, as long as none are typed. */
  browse?: boolean
  /** Looks on the server for what has these words in its name; undefined when it fails. */
  find: (q: string) => Promise<readonly PickOption[] | undefined>
}

interface PickBoxProps extends PickSource {
  /** The button with this `popoverTarget` opens it. */
  id: string
  opener: RefObject<HTMLButtonElement | null>
  open: boolean
  onOpen: (open: boolean) => void
  onChoose: (option: PickOption) => void
}

const typingPauseMs = 200
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
/** Room for the search and some names: less than this below the button, and the box stands above it if there is more. */
const enoughPx = 240

/** Under its button, or above it near the lower edge, and never higher than the room there: names come later. */
function place(box: HTMLElement, opener: HTMLElement) {
  const { left, top, bottom } = opener.getBoundingClientRect()
  const below = window.innerHeight - bottom - 14
  const above = top - 14
  const isAbove = below < enoughPx && above > below
  box.style.left = `${Math.max(8, Math.min(left, window.innerWidth - box.offsetWidth - 8))}px`
  box.style.top = isAbove ? 'auto' : `${bottom + 6}px`
  box.style.bottom = isAbove ? `${window.innerHeight - top + 6}px` : 'auto'
  box.style.maxHeight = `${isAbove ? above : below}px`
}

/** A box under its button: names to choose from, a search on the server among many. */
export function PickBox(props: PickBoxProps) {
  const { id, opener, open, onOpen, onChoose, label, value, options, browse, find } = props
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const turn = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [found, setFound] = useState<readonly PickOption[] | 'failed'>(options)
  const [at, setAt] = useState(0)
  const [typed, setTyped] = useState(false)

  const ask = (q: string) => {
    clearTimeout(timer.current)
    const mine = ++turn.current
    setAt(0)
    setTyped(q.trim() !== '')
    const words = q.trim()
    if (!words) setFound(options)
    if (!words && !browse) return
    timer.current = setTimeout(
      async () => {
        const next = await find(words)
        if (turn.current !== mine) return
        const more = next?.filter((one) => !options.some(({ value }) => value === one.value))
        // Of those that are here already, nobody need hear that no more could be asked for.
        const shown = words || options.length === 0 ? next : [...options, ...(more ?? [])]
        setFound(shown ?? 'failed')
      },
      words ? typingPauseMs : 0,
    )
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
    onOpen(opening)
    if (!opening || !box.current || !opener.current || !input.current) return
    place(box.current, opener.current)
    input.current.focus()
  }
  const choose = (option: PickOption) => {
    box.current?.hidePopover()
    opener.current?.focus()
    onChoose(option)
  }
  const list = found === 'failed' ? [] : found
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const option = list[at]
    // Enter never sends a form that the box stands in.
    if (event.key === 'Enter') option && choose(option)
    else if (step && list.length > 0) {
      const next = (at + step + list.length) % list.length
      setAt(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else return
    event.preventDefault()
  }
  return (
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
          // Escape closes the box, not the dialog around it.
          data-mantine-stop-propagation="true"
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
      {list.length === 0 && (typed || found === 'failed') ? (
        <p role="status">{found === 'failed' ? m['ui.pick.failed']() : m['ui.pick.nothing']()}</p>
      ) : undefined}
    </div>
  )
}
