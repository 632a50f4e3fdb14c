const key = 'menu'
const listeners = new Set<() => void>()

/**
 * Runs before the first paint, so that a folded menu does not jump. Until somebody chooses, tablets have it folded: the
 * page needs the room.
 */
export const menuScript = `;(function(){try{var c=localStorage.getItem('${key}');if(c==='collapsed'||(!c&&innerWidth<1100))document.documentElement.setAttribute('data-menu','collapsed')}catch(e){}})()`

export const menuCollapsed = () => document.documentElement.dataset.menu === 'collapsed'

export function onMenuChange(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Folds or unfolds the menu, and remembers it in this browser. */
export function toggleMenu() {
  const next = menuCollapsed() ? 'whole' : 'collapsed'
  document.documentElement.dataset.menu = next
  try {
    localStorage.setItem(key, next)
  } catch {
    // Then it lasts as long as the page.
  }
  for (const listener of listeners) listener()
}
