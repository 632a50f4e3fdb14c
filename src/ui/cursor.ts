import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

const fields = 'input:not([type=hidden], [type=checkbox], [type=radio], [disabled]), textarea:not([disabled])'

/** Puts the cursor into the first field of a form, or of the part of it that the address names, for who came to write. */
export function useCursor(form: RefObject<HTMLFormElement | null>): void {
  const { hash, writes } = useLocation({
    select: ({ hash: part, state }) => ({ hash: part, writes: (state as { writes?: true }).writes }),
    structuralSharing: true,
  })
  useEffect(() => {
    if (!writes) return
    const part = hash ? document.getElementById(hash) : form.current
    const field = part?.querySelector<HTMLElement>(fields)
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }, [form, hash, writes])
}

/** Where one goes on reading once something was made: at the title of what has come, when it has. */
export function focusTitle(): void {
  requestAnimationFrame(() => {
    const title = document.querySelector<HTMLElement>('main h1, h1')
    if (!title) return
    title.tabIndex = -1
    title.focus({ preventScroll: true })
  })
}
