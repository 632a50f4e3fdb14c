/** Hands a file of an answer (base64) over to the person, as if it had been a link to one. */
export function saveFile({ name, type, content }: { name: string; type: string; content: string }): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** The bytes of a chosen file as base64. */
export const readBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
