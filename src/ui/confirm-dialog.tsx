import { m } from '#paraglide/messages.js'
import { Button } from './button.tsx'
import type { Question } from './confirm.tsx'
import { Dialog } from './dialog.tsx'
import { DialogActions, DialogParts } from './dialog-parts.tsx'

interface DialogProps {
  question: Question
  onConfirm: () => void
  onCancel: () => void
}

export default function ConfirmDialog({ question, onConfirm, onCancel }: DialogProps) {
  const { title, text, verb, cancel, danger } = question
  return (
    <Dialog label={title} onClose={onCancel}>
      <DialogParts title={title} text={text}>
        <DialogActions>
          <Button onClick={onCancel} data-autofocus>
            {cancel ?? m['ui.cancel']()}
          </Button>
          <Button look={danger ? 'dangerFilled' : 'primary'} onClick={onConfirm}>
            {verb}
          </Button>
        </DialogActions>
      </DialogParts>
    </Dialog>
  )
}
