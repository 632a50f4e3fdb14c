import { type RefObject, useEffect } from 'react'

/** Between what unfolds and the edge of the window. */
const gap = 12

/** Upwards where there is more room, and no higher than that: what does not fit is scrolled. */
function findRoom(details: HTMLDetailsElement) {
  const [opener, list] = details.children
  if (!opener || !(list instanceof HTMLElement)) return
  const { top, bottom } = opener.getBoundingClientRect()
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const [above, below] = [top - Math.max(header, 0) - gap, innerHeight - bottom - gap]
  const upwards = list.scrollHeight > below && above > below
  details.toggleAttribute('data-upwards', upwards)
  list.style.maxHeight = `${Math.max(upwards ? above : below, 0)}px`
}

/**
 * A list that unfolds over a page stays within the window. It folds again with Escape, which gives the focus back, and
 * with a press beside it.
 */
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
    const onToggle = () => {
      if (own?.open) findRoom(own)
    }
    const own = details.current
    own?.addEventListener('toggle', onToggle)
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      own?.removeEventListener('toggle', onToggle)
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [details])
}
