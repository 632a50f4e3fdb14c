import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Writes chunks to a file of its own and answers them as a stream that removes the file when it ends or is dropped. A
 * reader may then be as slow as it likes without holding the transaction that the chunks came from.
 * @throws AbortError, and asks for no more chunks, when the signal says that nobody waits.
 */
export async function throughFile(
  chunks: AsyncIterable<Uint8Array | string>,
  signal?: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const path = join(tmpdir(), `backline-${randomUUID()}`)
  try {
    await pipeline(Readable.from(chunks, { objectMode: true }), createWriteStream(path, { mode: 0o600 }), {
      ...(signal ? { signal } : {}),
    })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  const file = createReadStream(path)
  file.once('close', () => void rm(path, { force: true }))
  return Readable.toWeb(file) as ReadableStream<Uint8Array>
}
