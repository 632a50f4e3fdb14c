import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** Where uploaded bytes live. Keys are made by the program and never by a caller. */
export interface FileStore {
  put: (key: string, bytes: Uint8Array) => Promise<void>
  read: (key: string) => Promise<Uint8Array | undefined>
  remove: (key: string) => Promise<void>
}

/** Files in a folder beside the embedded database; processes on several machines need it shared. */
export function openFileStore(dataDir: string): FileStore {
  const location = pathToFileURL(`${resolve(join(dataDir, 'files'))}/`)
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }))
  return {
    put: (key, bytes) => disk.put(key, bytes),
    read: async (key) => ((await disk.exists(key)) ? new Uint8Array(await disk.getBytes(key)) : undefined),
    remove: (key) => disk.delete(key),
  }
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
  files: FileStore,
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
