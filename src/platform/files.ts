import { randomBytes } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Env } from './env.ts'
import { AppError } from './errors.ts'
import type { Place } from './files-s3.ts'

/** Where uploaded bytes live. Keys are made by the program and never by a caller. */
export interface FileStore {
  /** Keeps all of the bytes under the key, or nothing. @throws AppError 503 when they cannot be kept. */
  put: (key: string, bytes: Uint8Array) => Promise<void>
  /** @throws AppError 503 when nobody can tell. */
  read: (key: string) => Promise<Uint8Array | undefined>
  remove: (key: string) => Promise<void>
  /** Every key that there is; a backup copies them. */
  keys: () => AsyncIterable<string>
}

/** The store that the settings name: a bucket of S3, else a folder, which processes on several machines need shared. */
export const openFileStore = ({ DATA_DIR, FILES_URL }: Pick<Env, 'DATA_DIR'> & Partial<Env>): FileStore =>
  FILES_URL ? openBucket(FILES_URL) : openFolder(resolve(join(DATA_DIR, 'files')))

function openFolder(folder: string): FileStore {
  const disk = new Disk(new FSDriver({ location: pathToFileURL(`${folder}/`), visibility: 'private' }))
  return storeOn({ disk, prefix: '' }, async (key, bytes) => {
    // Under its own name only when it is whole: a full disk or a crash leaves no half a file to be shown.
    const part = `${key}.${randomBytes(4).toString('hex')}${partEnding}`
    try {
      await disk.put(part, bytes)
      await rename(join(folder, part), join(folder, key))
    } catch (error) {
      await disk.delete(part).catch(() => {})
      throw error
    }
  })
}

function openBucket(url: string): FileStore {
  // Loaded with the first file: what speaks S3 weighs 35 MB of memory and half a second.
  let opened: Promise<Place> | undefined
  const open = () => {
    opened ??= import('./files-s3.ts').then(({ openS3 }) => openS3(url))
    return opened
  }
  return storeOn(open, async (key, bytes) => {
    const { disk, prefix } = await open()
    await disk.put(prefix + key, bytes)
  })
}

const partEnding = '.part'

async function* keysIn({ disk, prefix }: Place): AsyncGenerator<string> {
  let page: string | undefined
  do {
    const found = await disk.listAll(prefix, fromPage(page)).catch(refuse)
    for (const entry of found.objects)
      if (entry.isFile && !entry.key.endsWith(partEnding)) yield entry.key.slice(prefix.length)
    page = found.paginationToken
  } while (page)
}

const fromPage = (page: string | undefined) => ({
  recursive: true,
  ...(page ? { paginationToken: page } : {}),
})

function storeOn(place: Place | (() => Promise<Place>), put: FileStore['put']): FileStore {
  const open = async () => (typeof place === 'function' ? place() : place)
  return {
    put: (key, bytes) => put(key, bytes).catch(refuse),
    read: async (key) => {
      const { disk, prefix } = await open()
      return disk.getBytes(prefix + key).catch((error) => (isAbsent(error) ? undefined : refuse(error)))
    },
    remove: async (key) => {
      const { disk, prefix } = await open()
      await disk.delete(prefix + key).catch(refuse)
    },
    keys: async function* () {
      yield* keysIn(await open())
    },
  }
}

function isAbsent({ cause }: { cause?: { code?: string; name?: string } }) {
  return cause?.code === 'ENOENT' || cause?.name === 'NoSuchKey'
}

/** A full disk or a store that does not answer passes; nothing of the caller's is at fault. */
function refuse(cause: unknown): never {
  throw Object.assign(new AppError(503, 'filesAway', { headers: { 'Retry-After': '30' } }), { cause })
}

export type FileKind = 'jpeg' | 'png' | 'webp' | 'mp4' | 'webm'

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to))

/** What the first bytes say that a file is, whatever it is called; undefined for everything that is not taken. */
export function kindOf(bytes: Uint8Array): FileKind | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp'
  // `qt  ` and HEIF brands share the container, but browsers do not play them.
  if (ascii(bytes, 4, 8) === 'ftyp' && /^(isom|iso[2-9]|mp4[12]|avc1|M4V |dash)/.test(ascii(bytes, 8, 12)))
    return 'mp4'
  const matroska = bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3
  return matroska && ascii(bytes, 0, 64).includes('webm') ? 'webm' : undefined
}

const types: Record<string, string> = { webp: 'image/webp', mp4: 'video/mp4', webm: 'video/webm' }
const keyPattern = /^[0-9a-f]{32}\.(webp|mp4|webm)$/

/** A stored file for a browser, on either origin: never guessed at, never run, kept for ever. Undefined without one. */
export async function serveFile(
  files: Pick<FileStore, 'read'>,
  key: string,
  range: string | undefined,
): Promise<Response | undefined> {
  const ending = keyPattern.exec(key)?.[1]
  const bytes = ending ? await files.read(key) : undefined
  if (!ending || !bytes) return undefined
  const headers = {
    'Content-Type': types[ending] ?? 'application/octet-stream',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': `default-src 'none'; sandbox`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
  }
  // Safari plays no video without ranges.
  const part = range === undefined ? undefined : partOf(range, bytes.byteLength)
  if (part === 'none')
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${bytes.byteLength}` },
    })
  if (!part) return new Response(bytes as Uint8Array<ArrayBuffer>, { headers })
  const [first, last] = part
  return new Response(bytes.slice(first, last + 1) as Uint8Array<ArrayBuffer>, {
    status: 206,
    headers: { ...headers, 'Content-Range': `bytes ${first}-${last}/${bytes.byteLength}` },
  })
}

/** First and last byte of a single range (RFC 9110 §14); anything else is answered in full. */
function partOf(range: string, size: number): [number, number] | 'none' | undefined {
  const found = /^bytes=(\d*)-(\d*)$/.exec(range)
  if (!found || (!found[1] && !found[2])) return undefined
  const first = found[1] ? Number(found[1]) : Math.max(0, size - Number(found[2]))
  const last = found[1] && found[2] ? Math.min(Number(found[2]), size - 1) : size - 1
  return first <= last && first < size ? [first, last] : 'none'
}
