import { type ButtonHTMLAttributes, type ReactElement, type Ref, Suspense, useState } from 'react'

/** Makes the button that a menu hangs on; `props` go onto it. */
export type MenuButton = (
  props: ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> },
) => ReactElement

interface MenuOnDemandProps {
  button: MenuButton
  /** The menu itself, from a lazy module that renders a `MenuFrame`. */
  menu: (button: MenuButton) => ReactElement
  /** Starts loading that module: called when the pointer or the focus comes near. */
  preload: () => unknown
}

/** A menu that costs a page nothing until somebody reaches for it. */
export function MenuOnDemand({ button, menu, preload }: MenuOnDemandProps) {
  const [asked, setAsked] = useState(false)
  const ready = { 'aria-haspopup': 'menu', 'aria-expanded': false } as const
  if (!asked)
    return button({ ...ready, onPointerEnter: preload, onFocus: preload, onClick: () => setAsked(true) })
  return <Suspense fallback={button(ready)}>{menu(button)}</Suspense>
}
