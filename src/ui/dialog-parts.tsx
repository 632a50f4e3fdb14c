import type { ReactNode, RefObject } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from './button.tsx'
import classes from './dialog.module.css'
import { Notice } from './notice.tsx'

interface PartsProps {
  title: string
  text?: ReactNode
  children?: ReactNode
}

/** What a dialog holds, one under the other: what it is about, what it means, and the rest. */
export const DialogParts = ({ title, text, children }: PartsProps) => (
  <div className={classes.parts}>
    <Beginning title={title} text={text} />
    {children}
  </div>
)

/** The last row of a dialog: the way out, then the verb. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={classes.actions}>{children}</div>
)

interface DialogFormProps extends PartsProps {
  verb: string
  danger?: boolean
  disabled?: boolean
  /** Of `useForm`, or whatever knows as much. */
  form: { busy: boolean; problem: string | undefined; ref?: RefObject<HTMLFormElement | null> }
  onSend: () => unknown
  onClose: () => void
}

/** A question with its fields, the way out and the verb. */
export function DialogForm(props: DialogFormProps) {
  const { title, text, verb, danger, disabled, form, onSend, onClose, children } = props
  return (
    <form
      ref={form.ref}
      className={classes.parts}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog may stand in a page's form, which is not the one that is sent.
        event.stopPropagation()
        if (!form.busy) void onSend()
      }}
    >
      <Beginning title={title} text={text} />
      {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
      {children}
      <DialogActions>
        <Button onClick={onClose}>{m['ui.cancel']()}</Button>
        <Button
          type="submit"
          look={danger ? 'dangerFilled' : 'primary'}
          busy={form.busy}
          disabled={disabled === true}
        >
          {verb}
        </Button>
      </DialogActions>
    </form>
  )
}

const Beginning = ({ title, text }: PartsProps) => (
  <>
    <h2>{title}</h2>
    {text ? <p className={classes.text}>{text}</p> : undefined}
  </>
)
