import type { Result } from '#client.ts'
import { getLocale } from '#paraglide/runtime.js'
import type { Progress } from '#platform/call.ts'
import { personHeaders } from './page-person.ts'

/** How far a file has come: sent by the browser first, then worked on by the program. */
export type UploadProgress = Progress | { phase: 'send'; share: number }

/**
 * Sends a form with a file and tells how far it is, which `fetch` cannot: the bytes sent, then what the program says of
 * its work line by line. Answers as the client of the API does, and never throws.
 */
export function upload<T>(
  path: `/${string}`,
  fields: Record<string, string | Blob>,
  onProgress: (progress: UploadProgress) => void,
): Promise<Result<T>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api${path}`)
    request.setRequestHeader('Accept', 'application/x-ndjson')
    request.setRequestHeader('Accept-Language', getLocale())
    for (const [name, value] of Object.entries(personHeaders())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      onProgress({ phase: 'send', share: lengthComputable ? loaded / total : 0 })
    const lines = () => request.responseText.split('\n').slice(0, -1)
    let heard = 0
    request.onprogress = () => {
      const said = lines()
      const last = said.length > heard ? read(said.at(-1)) : undefined
      heard = said.length
      if (last?.progress) onProgress(last.progress)
    }
    request.onerror = () => resolve({ error: true })
    request.onload = () => {
      // What is refused before the work begins comes as plain JSON.
      const last = request.status === 200 ? read(lines().at(-1)) : { body: read(request.responseText) }
      resolve(resultOf<T>({ status: request.status, ...last }))
    }
    request.send(form)
  })
}

interface Line {
  progress?: Progress
  status?: number
  body?: unknown
}

function resultOf<T>({ status, body }: Line & { status: number }): Result<T> {
  if (status < 300 && body) return body as T
  return isError(body) ? body : { error: true }
}

function read(line: string | undefined): Line | undefined {
  try {
    return JSON.parse(line ?? '')
  } catch {
    return undefined
  }
}

const isError = (body: unknown): body is { error: true } =>
  typeof body === 'object' && body !== null && 'error' in body
