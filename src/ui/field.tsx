import { mdiAlertCircleOutline, mdiChevronDown, mdiEyeOffOutline, mdiEyeOutline } from '@mdi/js'
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  useId,
  useState,
} from 'react'
import { m } from '#paraglide/messages.js'
import { IconButton } from './button.tsx'
import classes from './field.module.css'
import { Icon } from './icon.tsx'
import { lengthWith, roomWord } from './room-word.ts'

export interface FieldProps {
  label: ReactNode
  help?: ReactNode | undefined
  /** One sentence: what happens and the way out. */
  error?: string | undefined
  optional?: boolean
  /** Beside the label, on the right: a link, small tabs. */
  aside?: ReactNode
  /** Beside the label for the eye, after the control for the keyboard: a way out that few take. */
  after?: ReactNode
}

export interface Wiring {
  id: string
  'aria-invalid'?: true
  'aria-describedby'?: string
}

/** Label above, help below, one error at a time; `children` gets what ties the control to them. */
export function Field({
  label,
  help,
  error,
  optional,
  aside,
  after,
  children,
}: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const note = `${id}note`
  return (
    <div className={classes.field}>
      <div className={classes.top}>
        <label className={classes.label} htmlFor={id}>
          {label}
          {optional ? <span className={classes.optional}>{m['ui.optional']()}</span> : undefined}
        </label>
        {aside}
      </div>
      {children({
        id,
        ...(error ? { 'aria-invalid': true } : {}),
        ...(error || help ? { 'aria-describedby': note } : {}),
      })}
      {after ? <span className={classes.after}>{after}</span> : undefined}
      {error ? (
        <span id={note} className={classes.error}>
          <Icon path={mdiAlertCircleOutline} size={16} />
          {error}
        </span>
      ) : help ? (
        <span id={note} className={classes.help}>
          {help}
        </span>
      ) : undefined}
    </div>
  )
}

export type TextFieldProps = FieldProps &
  InputHTMLAttributes<HTMLInputElement> & {
    icon?: string
    /** What stands before what is typed, and belongs to it: an address's beginning. */
    prefix?: string
    end?: ReactNode
    ref?: Ref<HTMLInputElement>
  }

/** One line of text. */
export function TextField({
  label,
  help,
  error,
  optional,
  aside,
  after,
  icon,
  prefix,
  end,
  ...input
}: TextFieldProps) {
  const [cut, setCut] = useState(false)
  const { value, maxLength, onPaste } = input
  const said = roomWord(value, maxLength, cut) ?? help
  return (
    <Field {...{ label, help: said, error, aside, after }} optional={optional ?? false}>
      {(wiring) => (
        <TextBox {...{ icon, prefix, end }}>
          <input
            type="text"
            className={classes.input}
            {...wiring}
            {...input}
            onPaste={(event) => {
              onPaste?.(event)
              // The browser leaves out what has no room, and says nothing.
              if (maxLength !== undefined) setCut(lengthWith(event) > maxLength)
            }}
          />
        </TextBox>
      )}
    </Field>
  )
}

type TextBoxProps = { [K in 'icon' | 'prefix' | 'end']: TextFieldProps[K] | undefined } & {
  children: ReactNode
}

/** What is typed into, with what stands before and after it. */
const TextBox = ({ icon, prefix, end, children }: TextBoxProps) => (
  <span
    className={classes.box}
    data-icon={icon ? true : undefined}
    data-prefix={prefix ? true : undefined}
    data-end={end ? true : undefined}
  >
    {icon ? <Icon path={icon} className={classes.start} /> : undefined}
    {prefix ? <span className={classes.prefix}>{prefix}</span> : undefined}
    {children}
    {end ? <span className={classes.end}>{end}</span> : undefined}
  </span>
)

/** A password that can be looked at. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          label={shown ? m['ui.hidePassword']() : m['ui.showPassword']()}
          path={shown ? mdiEyeOffOutline : mdiEyeOutline}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

type SelectProps = FieldProps &
  SelectHTMLAttributes<HTMLSelectElement> & { options: readonly { value: string; label: string }[] }

/** One of a few. */
export function SelectField({ label, help, error, optional, aside, options, ...select }: SelectProps) {
  return (
    <Field {...{ label, help, error, aside }} optional={optional ?? false}>
      {(wiring) => (
        <span className={classes.box}>
          <select className={classes.input} {...wiring} {...select}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon path={mdiChevronDown} className={classes.chevron} />
        </span>
      )}
    </Field>
  )
}

interface SwitchProps {
  label: string
  help?: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** On or off, with what it does. */
export function SwitchField({ label, help, checked, onChange, disabled }: SwitchProps) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        role="switch"
        className={classes.switch}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        <b>{label}</b>
        {help ? <small>{help}</small> : undefined}
      </span>
    </label>
  )
}

interface SegmentsProps<V extends string> {
  label: string
  value: V
  options: readonly { value: V; label: string; icon?: string }[]
  onChange: (value: V) => void
}

/** A few choices side by side; the chosen one is ink. */
export function Segments<V extends string>({ label, value, options, onChange }: SegmentsProps<V>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend that the row has no room for.
    <div className={classes.segments} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.icon ? <Icon path={option.icon} size={15} /> : undefined}
          {option.label}
        </button>
      ))}
    </div>
  )
}
