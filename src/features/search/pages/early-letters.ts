let letters = ''
let entered = false
let stop: (() => void) | undefined

/** Keeps what a key writes, takes away or asks for; other keys are not kept. */
function keep(key: string): boolean {
  if (key.length === 1) letters += key
  else if (key === 'Backspace') letters = letters.slice(0, -1)
  else if (key === 'Enter') entered = true
  else return false
  return true
}

/** From the moment the search is asked for until its field has the focus, what is typed is kept for it. */
export function catchLetters(): void {
  stopLetters()
  const onKey = (event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, isComposing } = event
    // The field has it, or another dialog: nothing is to be kept.
    if (event.target instanceof Element && event.target.closest('[role=dialog]')) return stopLetters()
    if (ctrlKey || metaKey || altKey || isComposing || !keep(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('keydown', onKey, true)
  stop = () => document.removeEventListener('keydown', onKey, true)
}

/** Nothing is kept any more, nor is what was. */
export function stopLetters(): void {
  stop?.()
  stop = undefined
  letters = ''
  entered = false
}

/** What was typed until now, for the field that hears the rest itself. */
export function takeLetters(): { typed: string; entered: boolean } {
  const taken = { typed: letters, entered }
  stopLetters()
  return taken
}
