import { Modal } from '@mantine/core'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { dialogWidthPx } from '#platform/constants.ts'
import { Button } from '#ui/button.tsx'
import { ModalRoot } from '#ui/modal-root.tsx'
import { Notice } from '#ui/notice.tsx'
import classes from './app.module.css'

interface EditDialogProps {
  title: string
  saveLabel: string
  busy: boolean
  problem: string | undefined
  formRef: RefObject<HTMLFormElement | null>
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

/** A small form in a dialog. */
export function EditDialog(props: EditDialogProps) {
  const { title, saveLabel, busy, problem, formRef, onSave, onClose, children } = props
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(true), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSave()
  }
  return (
    <ModalRoot
      opened={shown}
      onClose={onClose}
      size={dialogWidthPx}
      padding={20}
      classNames={{ content: classes.dialog ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content>
        <Modal.Body>
          <form ref={formRef} className={classes.form} noValidate onSubmit={submit}>
            <Modal.Title className={classes.title}>{title}</Modal.Title>
            {problem ? <Notice kind="error">{problem}</Notice> : undefined}
            {children}
            <div className={classes.steps}>
              <Button onClick={onClose}>{m['ui.cancel']()}</Button>
              <Button type="submit" look="primary" busy={busy}>
                {saveLabel}
              </Button>
            </div>
          </form>
        </Modal.Body>
      </Modal.Content>
    </ModalRoot>
  )
}
