import { writeActivity } from '#platform/activity.ts'
import { asService } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { handleOutside } from '#platform/handle.ts'
import { file as storedFile } from '#platform/table.ts'
import * as contract from '../contract.ts'
import { storeUpload } from './store-upload.ts'

export const operations = {
  // Outside: a picture takes a second to unpack, and no transaction waits for that.
  uploadFile: handleOutside(contract.uploadFile, async (call, { file, use, video, ...crop }) => {
    if (!call.portal) throw new NotFound()
    const { key, ...stored } = await storeUpload(call.services.files, file, use, video === 'true', crop)
    const portalId = call.portal.id
    await call.database.transaction(asService, async (tx) => {
      await tx.insert(storedFile).values({ portalId, key, type: stored.kind, bytes: stored.bytes })
      await writeActivity({ ...call, tx }, [{ targetId: portalId, after: { key, bytes: stored.bytes } }])
    })
    return stored
  }),
}
