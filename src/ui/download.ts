import { getLocale } from '#paraglide/runtime.js'

/** Hands a text over as a file, as if it had been a link to one. */
export const download = (name: string, text: string, type: string): void =>
  save(name, new Blob([text], { type }))

function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/**
 * Saves what an operation answers as a file, its filters in the address. Gives the words of what went wrong, or `true`
 * where nothing was said; unlike a link, which saves nothing and says nothing then.
 */
export async function downloadFrom(
  path: `/api/${string}`,
  filters: Record<string, unknown>,
): Promise<string | true | undefined> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters))
    for (const one of [value].flat()) if (one !== undefined) query.append(name, String(one))
  try {
    const answer = await fetch(`${path}?${query}`, { headers: { 'Accept-Language': getLocale() } })
    if (!answer.ok) return readMessage(await answer.json())
    save(nameIn(answer.headers.get('content-disposition') ?? ''), await answer.blob())
    return undefined
  } catch {
    return true
  }
}

/** RFC 6266: the true name stands beside a plain one where that could not say it. */
function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/.exec(disposition)?.[1] ?? 'backline')
}

/** A server that does not know itself what happened says nothing that helps. */
const readMessage = (said: { error?: { code?: string; message?: string } }) =>
  said.error?.code === 'internal' ? true : (said.error?.message ?? true)
