import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { darkModeEndHour, darkModeStartHour } from '#platform/constants.ts'

const key = 'color-scheme'
type Scheme = 'light' | 'dark'

/** Dark from 19:00 to 06:59 on the reader's clock. */
export const schemeAt = (hour: number): Scheme =>
  hour >= darkModeStartHour || hour < darkModeEndHour ? 'dark' : 'light'

/** Runs before the first paint: the person's choice, else the hour. */
export const colorSchemeScript = `;(function(){var s;try{s=localStorage.getItem('${key}')}catch(e){}if(s!=='light'&&s!=='dark'){var h=new Date().getHours();s=h>=${darkModeStartHour}||h<${darkModeEndHour}?'dark':'light'}document.documentElement.setAttribute('data-mantine-color-scheme',s)})()`

function stored(): Scheme | undefined {
  try {
    const value = localStorage.getItem(key)
    return value === 'light' || value === 'dark' ? value : undefined
  } catch {
    return undefined
  }
}

const current = (): Scheme => stored() ?? schemeAt(new Date().getHours())

/** The manual choice is remembered in this browser; without one the hour decides, also while a page stays open. */
export function colorSchemeManager(): MantineColorSchemeManager {
  let timer: ReturnType<typeof setInterval> | undefined
  let onStorage: ((event: StorageEvent) => void) | undefined
  return {
    get: (fallback) => (typeof window === 'undefined' ? fallback : current()),
    set: (value: MantineColorScheme) => {
      try {
        localStorage.setItem(key, value)
      } catch {
        // Private windows may refuse: the choice then lasts as long as the page.
      }
    },
    clear: () => localStorage.removeItem(key),
    subscribe: (onUpdate) => {
      onStorage = (event) => event.key === key && onUpdate(current())
      window.addEventListener('storage', onStorage)
      timer = setInterval(() => !stored() && onUpdate(current()), 60_000)
    },
    unsubscribe: () => {
      if (onStorage) window.removeEventListener('storage', onStorage)
      clearInterval(timer)
    },
  }
}

/** Takes over a person's choice in this browser; `auto` leaves it to the hour. */
export function rememberColorMode(mode: 'auto' | Scheme): void {
  try {
    if (mode === 'auto') localStorage.removeItem(key)
    else localStorage.setItem(key, mode)
  } catch {
    // Private windows may refuse: the hour decides then.
  }
}
