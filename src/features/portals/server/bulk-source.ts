import { Unprocessable } from '#platform/errors.ts'
import { SafeFetchError, safeFetch } from '#platform/safe-fetch.ts'
import { type BulkDraft, readBulkFile } from './bulk-portals.ts'

const sheets = 'text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const bytesMax = 1024 * 1024
const refused = (field: string, code: string) => new Unprocessable({ [field]: { code } })

interface Source {
  list?: Record<string, unknown>[] | undefined
  file?: File | undefined
  fileUrl?: string | undefined
}

/** The rows of a bulk draft, wherever they come from. @throws Unprocessable by the field of the source. */
export async function bulkDrafts({ list, file, fileUrl }: Source): Promise<BulkDraft[]> {
  if ([list, file, fileUrl].filter(Boolean).length > 1) throw refused('file', 'portals.bulkSeveral')
  if (list) return list.map((draft, at) => ({ row: at + 1, draft }))
  if (file) {
    if (file.size > bytesMax) throw refused('file', 'portals.bulkTooLarge')
    return readBulkFile(new Uint8Array(await file.arrayBuffer()))
  }
  if (!fileUrl) throw refused('file', 'portals.bulkNothing')
  try {
    const { body } = await safeFetch(fileUrl, { accept: sheets, maxBytes: bytesMax, whenLonger: 'refuse' })
    return await readBulkFile(body)
  } catch (error) {
    if (error instanceof SafeFetchError) throw refused('fileUrl', 'portals.bulkUrl')
    throw error
  }
}
