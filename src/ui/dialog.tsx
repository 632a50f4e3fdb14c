import { Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { dialogWidthPx } from '#platform/constants.ts'
import { Button } from './button.tsx'
import classes from './dialog.module.css'
import { ModalRoot } from './modal-root.tsx'

interface DialogProps {
  /** Its name for who cannot see it. */
  label: string
  size?: number
  opened?: boolean
  /** What it shows is shown once: neither a click beside it nor Escape takes it away. */
  holds?: boolean
  onClose: () => void
  children: ReactNode
}

/** Written by hand, and so hard to write once more: not what was chosen, nor what is looked for. */
const isTyping = (target: EventTarget) =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !/^(checkbox|radio|search|range|color)$/.test(target.type))

/** A window over the page; a sheet from the bottom on a phone. Where something was typed, a slip does not close it. */
export function Dialog(props: DialogProps) {
  const { label, size = dialogWidthPx, opened = true, holds = false, onClose, children } = props
  const [typed, setTyped] = useState(false)
  const [asked, setAsked] = useState(false)
  if (!opened && (typed || asked)) {
    setTyped(false)
    setAsked(false)
  }
  useBlocker({
    // Whoever goes back means the dialog. What leads on from it, once it is done, is no slip.
    shouldBlockFn: ({ action }) => {
      const slips = opened && typed && (action === 'BACK' || action === 'FORWARD' || action === 'GO')
      if (slips) setAsked(true)
      return slips
    },
    enableBeforeUnload: false,
  })
  return (
    <ModalRoot
      // A click beside it or Escape; what closes it on purpose is the caller's.
      onClose={() => (typed ? setAsked(true) : onClose())}
      closeOnClickOutside={!holds}
      closeOnEscape={!holds}
      opened={opened}
      size={Math.min(size, dialogWidthPx)}
      padding={20}
      classNames={{ content: classes.content ?? '', inner: classes.inner ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content
        aria-label={label}
        onInput={({ target }: FormEvent) => {
          if (isTyping(target)) setTyped(true)
        }}
      >
        <Modal.Body>
          {asked ? (
            <div className={classes.asked} role="alert">
              <span>{m['ui.dialog.typed']()}</span>
              <Button size="sm" look="primary" data-autofocus autoFocus onClick={() => setAsked(false)}>
                {m['ui.dialog.stay']()}
              </Button>
              <Button size="sm" onClick={onClose}>
                {m['ui.dialog.leave']()}
              </Button>
            </div>
          ) : undefined}
          {children}
        </Modal.Body>
      </Modal.Content>
    </ModalRoot>
  )
}
