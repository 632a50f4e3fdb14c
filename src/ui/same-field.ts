/**
 * The field that has the focus now: what it answers gives the focus to the same field, with the cursor where it was, of the
 * form that has taken the place of this one. Nothing where the focus is elsewhere by then.
 */
export function focusedField(): ((form: HTMLFormElement | null) => void) | undefined {
  const at = document.activeElement
  if (!(at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) || !at.form) return undefined
  const place = [...at.form.elements].indexOf(at)
  const { type, selectionStart, selectionEnd } = at
  return (form) => {
    const field = form?.elements[place]
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
    if (field.type !== type || document.activeElement !== document.body) return
    field.focus({ preventScroll: true })
    if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  }
}
