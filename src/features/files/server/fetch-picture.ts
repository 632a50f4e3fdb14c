import { maxPickFileMegabytes } from '#platform/constants.ts'
import { AppError } from '#platform/errors.ts'
import type { FileStore } from '#platform/files.ts'
import type { Log } from '#platform/log.ts'
import { SafeFetchError, safeFetch } from '#platform/safe-fetch.ts'
import { storeUpload } from './store-upload.ts'

const patienceMs = 20_000

/** Brings in a picture from elsewhere and keeps it drawn anew, as uploads are; undefined for one that cannot be had. */
export async function fetchPicture(
  files: FileStore,
  log: Log,
  url: string,
  letThrough: readonly string[] = [],
) {
  try {
    const { body } = await safeFetch(url, {
      accept: 'image/webp,image/png,image/jpeg',
      maxBytes: maxPickFileMegabytes * 1024 * 1024,
      timeoutMs: patienceMs,
      letThrough,
    })
    return await storeUpload(files, new File([new Uint8Array(body)], 'picture'), 'cover', false, {})
  } catch (error) {
    // Neither a picture that is gone nor a file that is none keeps the others waiting.
    if (!(error instanceof SafeFetchError) && !(error instanceof AppError && error.status === 422))
      throw error
    log.info({ error, url }, 'a picture from elsewhere could not be had')
    return undefined
  }
}
