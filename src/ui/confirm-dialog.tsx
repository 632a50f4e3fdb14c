import { m } from '#paraglide/messages.js'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { DialogActions, DialogParts } from './dialog-parts.tsx'

export interface Question {
  /** Names the thing. */
  title: string
  /** What is lost and what stays. */
  text: string
  /** The verb that does it. */
  verb: string
  /** Only for what cannot be taken back. */
  danger?: boolean
  /** Instead of «Cancel», where that would be unclear. */
  cancel?: string
  /** Staying is what most people want: the other one is the quiet button. */
  stays?: boolean
  /** Something else that can be done instead. */
  also?: { verb: string; busy: boolean; run: () => void }
}

interface DialogProps {
  question: Question
  onConfirm: () => void
  onCancel: () => void
}

export default function ConfirmDialog({ question, onConfirm, onCancel }: DialogProps) {
  const { title, text, verb, cancel, danger, stays, also } = question
  return (
    <Dialog label={title} onClose={onCancel}>
      <DialogParts title={title} text={text}>
        <DialogActions>
          {stays ? <Button onClick={onConfirm}>{verb}</Button> : undefined}
          {also ? (
            <Button busy={also.busy} onClick={also.run}>
              {also.verb}
            </Button>
          ) : undefined}
          <Button look={stays ? 'primary' : undefined} onClick={onCancel} data-autofocus>
            {cancel ?? m['ui.cancel']()}
          </Button>
          {stays ? undefined : (
            <Button look={danger ? 'dangerFilled' : 'primary'} onClick={onConfirm}>
              {verb}
            </Button>
          )}
        </DialogActions>
      </DialogParts>
    </Dialog>
  )
}
