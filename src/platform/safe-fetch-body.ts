import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

const decoders: Record<string, (() => NodeJS.ReadWriteStream & Readable) | undefined> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Reads at most `maxBytes` of a response, counted after decompression, so that a small answer cannot grow large in
 * memory. `cut` says that there was more. Throws on an unknown encoding, a broken one, and when `signal` fires.
 */
export async function readBody(
  body: Readable,
  encoding: string | undefined,
  maxBytes: number,
  signal: AbortSignal,
): Promise<{ body: Buffer; cut: boolean }> {
  const stream = decoded(body, encoding)
  const stop = () => stream.destroy(new Error('timeout'))
  signal.addEventListener('abort', stop, { once: true })
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length > maxBytes) return { body: Buffer.concat(chunks).subarray(0, maxBytes), cut: true }
    }
    return { body: Buffer.concat(chunks), cut: false }
  } finally {
    signal.removeEventListener('abort', stop)
    body.on('error', () => {})
    body.destroy()
  }
}

function decoded(body: Readable, encoding: string | undefined): Readable {
  const name = encoding?.trim().toLowerCase()
  if (!name || name === 'identity') return body
  const make = decoders[name]
  if (!make) throw new Error(`unknown content encoding ${name.slice(0, 40)}`)
  const decoder = make()
  body.on('error', (error) => decoder.destroy(error))
  body.pipe(decoder)
  return decoder
}
