import { type RefObject, useEffect } from 'react'

/** A list that unfolds over a page folds again with Escape, which gives the focus back, and with a press beside it. */
export function useLightDismiss(details: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { current } = details
      if (event.key !== 'Escape' || !current?.open) return
      event.stopPropagation()
      current.open = false
      current.querySelector('summary')?.focus()
    }
    const onPress = ({ target }: PointerEvent) => {
      const { current } = details
      if (current?.open && target instanceof Node && !current.contains(target)) current.open = false
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [details])
}
