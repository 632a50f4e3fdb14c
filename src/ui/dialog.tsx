import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { dialogWidthPx } from '#platform/constants.ts'
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

/** A window over the page; a sheet from the bottom on a phone. */
export function Dialog(props: DialogProps) {
  const { label, size = dialogWidthPx, opened = true, holds = false, onClose, children } = props
  return (
    <ModalRoot
      onClose={onClose}
      closeOnClickOutside={!holds}
      closeOnEscape={!holds}
      opened={opened}
      size={Math.min(size, dialogWidthPx)}
      padding={20}
      classNames={{ content: classes.content ?? '', inner: classes.inner ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content aria-label={label}>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </ModalRoot>
  )
}
