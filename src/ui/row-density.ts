const key = 'rows'
const listeners = new Set<() => void>()

/** Runs before the first paint, so that no row jumps: whoever likes rows close together has them so. */
export const rowsScript = `;(function(){try{if(localStorage.getItem('${key}')==='dense')document.documentElement.setAttribute('data-rows','dense')}catch(e){}})()`

export const rowsDense = () => document.documentElement.dataset.rows === 'dense'

export function onRowsChange(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Puts the rows of all tables closer together or apart, and remembers it in this browser. */
export function setRowsDense(dense: boolean) {
  const { dataset } = document.documentElement
  if (dense) dataset.rows = 'dense'
  else delete dataset.rows
  try {
    if (dense) localStorage.setItem(key, 'dense')
    else localStorage.removeItem(key)
  } catch {
    // Private windows may refuse: then it lasts as long as the page.
  }
  for (const listener of listeners) listener()
}
