import { gzipSync } from 'node:zlib'

/** Less than a packet is not worth it. */
const compressFromBytes = 1_024
const whole = /^(application\/json|text\/html)\b/

/**
 * JSON and pages compressed and written in one piece: as a stream, the pieces' ways through compression and socket cost
 * more than making the page. Files go on as streams. `text` is the body where it is known: asked back of a Response it
 * would be encoded, streamed and put together again.
 */
export async function inOnePiece(
  response: Response,
  accepted: string | undefined,
  text?: string,
): Promise<Response> {
  const { status, headers } = response
  if (!whole.test(headers.get('content-type') ?? '')) return response
  const body = text === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(text)
  if (body.length === 0) return new Response(null, { status, headers })
  headers.append('Vary', 'Accept-Encoding')
  if (!accepted?.includes('gzip') || body.length < compressFromBytes)
    return new Response(body, { status, headers })
  headers.set('Content-Encoding', 'gzip')
  headers.delete('Content-Length')
  return new Response(gzipSync(body, { level: 4 }), { status, headers })
}
