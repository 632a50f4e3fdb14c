import { type Failure, failureCode, isFailure, type Result, reasonOf } from '#client.ts'
import { getLocale } from '#paraglide/runtime.js'
import { personHeaders } from './page-person.ts'

/** Hands a text over as a file, as if it had been a link to one. */
export const download = (name: string, text: string, type: string): void =>
  saveBlob(name, new Blob([text], { type }))

/** The same of what is no text. */
export function saveBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Saves what an operation answers as a file, its filters in the address; like a call it answers what went wrong. */
export async function saveFrom(
  path: `/api/${string}`,
  filters: Record<string, unknown>,
): Promise<Result<'saved'>> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters))
    for (const one of [value].flat()) if (one !== undefined) query.append(name, String(one))
  try {
    const answer = await fetch(`${path}?${query}`, {
      headers: { 'Accept-Language': getLocale(), ...personHeaders() },
    })
    if (!answer.ok) return (await answer.json()) as Failure
    saveBlob(nameIn(answer.headers.get('content-disposition') ?? ''), await answer.blob())
    return 'saved'
  } catch {
    return { error: true }
  }
}

/**
 * The same where no form tells what went wrong: the words for it, or `true` where nothing was said. Unlike a link, which
 * saves nothing and says nothing then.
 */
export async function downloadFrom(
  path: `/api/${string}`,
  filters: Record<string, unknown>,
): Promise<string | true | undefined> {
  const answer = await saveFrom(path, filters)
  if (!isFailure(answer)) return undefined
  // A server that does not know itself what happened says nothing that helps.
  return (failureCode(answer) !== 'internal' && reasonOf(answer)) || true
}

/** RFC 6266: the true name stands beside a plain one where that could not say it. */
function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/.exec(disposition)?.[1] ?? 'backline')
}
