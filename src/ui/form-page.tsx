import type { FormEvent, ReactNode, RefObject } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from './button.tsx'
import { useCursor } from './cursor.ts'
import type { Save } from './entity-form.tsx'
import classes from './form-page.module.css'
import { goesWithTyping } from './kept-typing.ts'
import { useLeaveQuestion } from './leave-question.tsx'
import { Notice } from './notice.tsx'

interface FormPageProps {
  formRef: RefObject<HTMLFormElement | null>
  /** How many fields differ from what is saved; from the first on leaving asks. */
  changes: number
  /** Nothing is saved yet: what makes it can be pressed from the beginning. */
  isNew?: boolean
  /** Who may only read it has no bar. */
  editable?: boolean
  busy: boolean
  problem?: ReactNode
  saveLabel: string
  onSave: Save
  onDiscard: () => void
  /** Preview, numbers, history: beside the form, below it on a phone. */
  side?: ReactNode
  children: ReactNode
}

/** A form that takes the page: one column, its side, and the bar with what is not saved. */
export function FormPage({
  formRef,
  changes,
  isNew = false,
  editable = true,
  busy,
  problem,
  saveLabel,
  onSave,
  onDiscard,
  side,
  children,
}: FormPageProps) {
  const dirty = changes > 0
  useCursor(formRef)
  const wrongInView = () => {
    const wrong = formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')
    wrong?.focus()
    wrong?.scrollIntoView({ block: 'center' })
  }
  const question = useLeaveQuestion({
    // While saving, the way on is the form's own. Without a connection there is none: the notice says so.
    asks: () => dirty && !busy && navigator.onLine,
    asksBeforeUnload: () => dirty && !busy && !goesWithTyping(),
    saveFirst: async () => {
      const saved = await onSave(true)
      // What is wrong is in view once the question is gone.
      if (!saved) setTimeout(wrongInView)
      return saved
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void onSave()
  }
  return (
    <>
      <form ref={formRef} className={classes.form} onSubmit={submit} noValidate>
        <div className={classes.fields}>
          {problem ? <Notice kind="error">{problem}</Notice> : undefined}
          {children}
        </div>
        {side ? <aside className={classes.side}>{side}</aside> : undefined}
        {dirty || editable ? <SaveBar {...{ changes, isNew, busy, saveLabel, onDiscard }} /> : undefined}
      </form>
      {question}
    </>
  )
}

type SaveBarProps = Pick<FormPageProps, 'changes' | 'busy' | 'saveLabel' | 'onDiscard'> & { isNew: boolean }

function SaveBar({ changes, isNew, busy, saveLabel, onDiscard }: SaveBarProps) {
  const dirty = changes > 0
  return (
    <div className={classes.bar} role="status" data-save-bar data-clean={!dirty || undefined}>
      {dirty ? (
        <>
          <span className={classes.lamp} />
          <b>{changes === 1 ? m['ui.unsaved.one']() : m['ui.unsaved.many']({ count: changes })}</b>
        </>
      ) : undefined}
      <span className={classes.actions}>
        {dirty ? <Button onClick={onDiscard}>{m['ui.discard']()}</Button> : undefined}
        <Button type="submit" look="primary" busy={busy} disabled={!dirty && !isNew}>
          {saveLabel}
        </Button>
      </span>
    </div>
  )
}

interface FormSectionProps {
  title: string
  /** Where a link may lead to: `…#bank`. */
  id?: string
  children: ReactNode
}

/** A part of a form, under its own heading and a hairline. */
export function FormSection({ title, id, children }: FormSectionProps) {
  return (
    <section id={id} className={classes.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Two fields side by side; one below the other on a phone. */
export const FieldRow = ({ children }: { children: ReactNode }) => (
  <div className={classes.row}>{children}</div>
)
