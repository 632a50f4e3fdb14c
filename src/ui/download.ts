/** Hands a text over as a file, as if it had been a link to one. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** The same of a file that an answer carries whole. */
export function downloadFile({ name, type, base64 }: { name: string; type: string; base64: string }): void {
  const link = document.createElement('a')
  link.href = `data:${type};base64,${base64}`
  link.download = name
  link.click()
}
