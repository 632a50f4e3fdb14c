import { storeUpload } from '#features/files/server/store-upload.ts'
import { defaultPortalPicture, maxPickFileMegabytes } from '#platform/constants.ts'
import { AppError, Unprocessable } from '#platform/errors.ts'
import type { FileStore } from '#platform/files.ts'
import { SafeFetchError, safeFetch } from '#platform/safe-fetch.ts'
import type { PortalDraft } from '../draft-contract.ts'

/** A new portal's picture as it will be shown; `stored` is what was put among the files for it. */
export interface KeptPicture {
  url: string | null
  stored?: { key: string; kind: string; bytes: number }
}

const bytesMax = maxPickFileMegabytes * 1024 * 1024
const refused = (code: string, field = 'pictureUrl') => new Unprocessable({ [field]: { code } })

/**
 * Keeps the picture of a draft: a file, an address of ours, or one on the web, which is fetched as a link's preview is.
 * @throws Unprocessable by the field `picture` or `pictureUrl`.
 */
export async function draftPicture(
  files: FileStore,
  { picture, pictureUrl }: Pick<PortalDraft, 'picture' | 'pictureUrl'>,
): Promise<KeptPicture> {
  const address = pictureUrl === defaultPortalPicture ? null : pictureUrl
  if (picture && address && picture !== address) throw refused('portals.pictureTwice')
  if (picture instanceof File) return keep(files, picture, 'picture')
  const shown = picture ?? address ?? null
  if (!shown || shown.startsWith('/')) {
    await refuseMissing(files, shown)
    return { url: shown }
  }
  const { body } = await safeFetch(shown, {
    accept: 'image/webp, image/png, image/jpeg',
    maxBytes: bytesMax,
    whenLonger: 'refuse',
  }).catch((error: unknown) => {
    throw error instanceof SafeFetchError ? refused('portals.pictureAddress') : error
  })
  return keep(files, new File([new Uint8Array(body)], 'picture'), 'pictureUrl')
}

/** @throws Unprocessable by the field `pictureUrl` for an address of ours where nothing is. */
export async function refuseMissing(files: FileStore, url: string | null | undefined): Promise<void> {
  if (url && !(await files.read(url.slice('/files/'.length)))) throw refused('portals.pictureAddress')
}

async function keep(files: FileStore, file: File, field: string): Promise<KeptPicture> {
  try {
    const { url, ...stored } = await storeUpload(files, file, 'cover', false, {})
    return { url, stored }
  } catch (error) {
    const code = error instanceof AppError ? error.fields?.file : undefined
    throw code ? new Unprocessable({ [field]: code }) : error
  }
}
