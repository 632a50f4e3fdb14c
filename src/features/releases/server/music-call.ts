import type { Music } from '#platform/music-app.ts'
import { SafeFetchError, safeFetch } from '#platform/safe-fetch.ts'
import { letThrough } from '#platform/shop-app.ts'

/** A code and all of its spellings. */
export interface Wanted {
  kind: 'upc' | 'isrc'
  codes: readonly string[]
}

/** Why a service did not answer as it should. */
export class MusicError extends Error {
  readonly state: 'refused' | 'busy' | 'unreachable'
  constructor(state: MusicError['state'], cause?: unknown) {
    super(`music: ${state}`, { cause })
    this.state = state
  }
}

/**
 * Asks a host of a service. @throws MusicError: `refused` for keys that are none (400 of a token's address, 401, 403), `busy` for 429,
 * `unreachable` for no answer and for one that is no JSON.
 */
export async function callMusic(
  { address }: Music,
  host: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<Record<string, unknown>> {
  const url = `${address.replace('{service}', host)}/${path}`
  const { status, body: bytes } = await safeFetch(url, {
    send: body === undefined ? { headers } : { headers, body },
    accept: 'application/json',
    letThrough: letThrough(address),
  }).catch((error: unknown) => {
    if (error instanceof SafeFetchError) throw new MusicError('unreachable', error)
    throw error
  })
  if (status === 429) throw new MusicError('busy')
  if (status >= 400 && status < 500 && status !== 404) throw new MusicError('refused', status)
  const json = readJson(bytes)
  if (status >= 500 || !json) throw new MusicError('unreachable', status)
  return json
}

function readJson(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
