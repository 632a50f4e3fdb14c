import { Modal } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { m } from '#paraglide/messages.js'
import { dialogWidthPx } from '#platform/constants.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { ModalRoot } from '#ui/modal-root.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextArea as Area } from '#ui/text-area.tsx'
import classes from './billing.module.css'

/** A window over a page of billing. */
export function BillingDialog({
  title,
  size = 440,
  onClose,
  children,
}: {
  title: string
  size?: number
  onClose: () => void
  children: ReactNode
}) {
  return (
    <ModalRoot
      opened
      onClose={onClose}
      size={Math.min(size, dialogWidthPx)}
      classNames={{ content: classes.dialog ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content aria-label={title}>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </ModalRoot>
  )
}

interface DialogFormProps {
  title: string
  text?: string
  verb: string
  danger?: boolean
  busy: boolean
  problem?: string | undefined
  formRef: RefObject<HTMLFormElement | null>
  onSend: () => void
  onClose: () => void
  children?: ReactNode
}

/** A question with its fields, the way out and the verb. */
export function DialogForm(props: DialogFormProps) {
  const { title, text, verb, danger, busy, problem, formRef, onSend, onClose, children } = props
  return (
    <form
      ref={formRef}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onSend()
      }}
    >
      <h2>{title}</h2>
      {problem ? <Notice kind="error">{problem}</Notice> : undefined}
      {text ? <p className={classes.text}>{text}</p> : undefined}
      {children}
      <div className={classes.formActions}>
        <Button onClick={onClose}>{m['ui.cancel']()}</Button>
        <Button type="submit" look={danger ? 'dangerFilled' : 'primary'} busy={busy}>
          {verb}
        </Button>
      </div>
    </form>
  )
}

/** Several lines of text under a label. */
export function TextArea({
  label,
  help,
  error,
  value,
  onChange,
  maxLength = 500,
  focus,
}: {
  label: string
  help?: string
  error?: string | undefined
  value: string
  onChange: (text: string) => void
  maxLength?: number
  focus?: boolean
}) {
  return (
    <Field label={label} help={help} error={error}>
      {(wiring) => (
        <Area
          {...wiring}
          rows={3}
          maxLength={maxLength}
          value={value}
          data-autofocus={focus || undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
