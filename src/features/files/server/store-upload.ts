import { randomBytes } from 'node:crypto'
import { maxPickFileMegabytes } from '#platform/constants.ts'
import { Unprocessable } from '#platform/errors.ts'
import { type FileStore, kindOf } from '#platform/files.ts'
import { readForeign } from '#platform/foreign.ts'
import { encodePicture } from '#platform/pictures.ts'
import type { PictureUse } from '../contract.ts'

const bytesMax = maxPickFileMegabytes * 1024 * 1024

/** The part of a picture that is kept, in its own pixels once upright; all four or none. */
export interface Crop {
  left?: number | undefined
  top?: number | undefined
  width?: number | undefined
  height?: number | undefined
}

const refused = (code: string) => new Unprocessable({ file: { code, params: { max: maxPickFileMegabytes } } })

/**
 * Keeps what somebody uploads under a name that nobody can guess. Pictures are drawn anew, so that nothing of the
 * file but its picture is kept; videos are put into a new container, so that nothing but their picture and sound is kept.
 * @throws Unprocessable by the field `file`.
 */
export async function storeUpload(
  files: FileStore,
  file: File,
  use: PictureUse,
  videos: boolean,
  { left, top, width, height }: Crop,
) {
  if (file.size === 0) throw refused('files.empty')
  if (file.size > bytesMax) throw refused('files.tooLarge')
  const given = new Uint8Array(await file.arrayBuffer())
  const kind = kindOf(given)
  if (kind === 'mp4' || kind === 'webm') {
    if (!videos) throw refused('files.notPicture')
    return keep(files, await readForeign('video', given, kind), kind, 'video')
  }
  if (!kind) throw refused(videos ? 'files.notPictureOrVideo' : 'files.notPicture')
  const crop =
    left !== undefined && top !== undefined && width && height ? { left, top, width, height } : undefined
  return keep(files, await encodePicture(given, use, crop), 'webp', 'picture')
}

async function keep(files: FileStore, bytes: Uint8Array, ending: string, kind: 'picture' | 'video') {
  const key = `${randomBytes(16).toString('hex')}.${ending}`
  await files.put(key, bytes)
  return { key, url: `/files/${key}`, kind, bytes: bytes.byteLength }
}
