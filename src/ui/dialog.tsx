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
  closeOnClickOutside?: boolean
  onClose: () => void
  children: ReactNode
}

/** A window over the page; a sheet from the bottom on a phone. */
export function Dialog({ label, size = dialogWidthPx, opened = true, children, ...rest }: DialogProps) {
  return (
    <ModalRoot
      {...rest}
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
