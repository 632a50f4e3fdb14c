import type { OpenCall } from '#platform/call.ts'
import { handle } from '#platform/handle.ts'
import { file as storedFile } from '#platform/table.ts'
import * as contract from '../contract.ts'
import { type Crop, storeUpload } from './store-upload.ts'

interface Upload extends Crop {
  file: File
  use: contract.PictureUse
  video?: 'true' | 'false' | undefined
}

export const operations = {
  uploadFile: handle(
    contract.uploadFile,
    async ({ tx, portal, record }, _input, { key, ...stored }) => {
      const { kind, bytes } = stored
      await tx.insert(storedFile).values({ portalId: portal.id, key, type: kind, bytes })
      record({ targetId: portal.id, after: { key, bytes } })
      return stored
    },
    // A picture takes a second to unpack, and no transaction waits for that.
    {
      before: ({ services }: OpenCall, { file, use, video, ...crop }: Upload) =>
        storeUpload(services.files, file, use, video === 'true', crop),
    },
  ),
}
