import { Modal, type ModalRootProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { nextTo } from './keep-focus.ts'

const outside = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element !== document.body && !element.closest('[role=dialog]')

function giveFocusBack(to: Element | null) {
  const lost = document.activeElement === null || document.activeElement === document.body
  if (!lost || !outside(to)) return
  const heir = to.isConnected ? to : nextTo(to)
  heir?.focus({ preventScroll: true })
}

/**
 * A dialog that is there as long as it is rendered. When it goes, the focus goes back to what opened it: Mantine's own
 * return waits for `opened` to change, which it never does then. One that stays and is opened leaves it to Mantine.
 */
export function ModalRoot(props: ModalRootProps) {
  const { opened } = props
  const [opener] = useState(() =>
    opened && typeof document === 'object' ? { at: document.activeElement } : null,
  )
  useEffect(() => {
    if (!opener) return
    // A menu that opened it hands the focus to its button while it closes.
    const note = ({ target }: FocusEvent) => {
      if (outside(target as Element | null)) opener.at = target as Element
    }
    document.addEventListener('focusin', note)
    return () => {
      document.removeEventListener('focusin', note)
      // Once it is gone: until then its trap would take the focus back.
      setTimeout(() => giveFocusBack(opener.at))
    }
  }, [opener])
  return <Modal.Root {...props} />
}
