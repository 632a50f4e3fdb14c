import { Modal } from '@mantine/core'
import { m } from '#paraglide/messages.js'
import { dialogWidthPx } from '#platform/constants.ts'
import { Button } from './button.tsx'
import classes from './confirm.module.css'
import type { Question } from './confirm.tsx'
import { ModalRoot } from './modal-root.tsx'

interface DialogProps {
  question: Question
  onConfirm: () => void
  onCancel: () => void
}

export default function ConfirmDialog({ question, onConfirm, onCancel }: DialogProps) {
  return (
    <ModalRoot
      opened
      onClose={onCancel}
      size={dialogWidthPx}
      padding={20}
      classNames={{ content: classes.dialog ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content>
        <Modal.Body>
          <Modal.Title className={classes.title}>{question.title}</Modal.Title>
          <p className={classes.text}>{question.text}</p>
          <div className={classes.actions}>
            <Button onClick={onCancel} data-autofocus>
              {question.cancel ?? m['ui.cancel']()}
            </Button>
            <Button look={question.danger ? 'dangerFilled' : 'primary'} onClick={onConfirm}>
              {question.verb}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </ModalRoot>
  )
}
