const asked = 'backline:shortcuts'
const toured = 'backline:tour'

/** Opens the overview of keyboard shortcuts, from anywhere. */
export const showShortcuts = () => void window.dispatchEvent(new Event(asked))
/** Shows the first-run tour again. */
export const showTour = () => void window.dispatchEvent(new Event(toured))

/** Calls when somebody asks for one of them; answers how to stop. */
export function onAsked(what: 'shortcuts' | 'tour', run: () => void): () => void {
  const name = what === 'shortcuts' ? asked : toured
  window.addEventListener(name, run)
  return () => window.removeEventListener(name, run)
}
