import { sql } from 'drizzle-orm'
import { fetchPicture } from '#features/files/server/fetch-picture.ts'
import { asJob } from '#platform/background.ts'
import type { Database } from '#platform/db.ts'
import type { FileStore } from '#platform/files.ts'
import type { Log } from '#platform/log.ts'
import { select } from '#platform/select.ts'
import { file } from '#platform/table.ts'

/** SQL: the picture of a link `l` that its fans see: our copy, and none while there is none of its present address. */
export const copiedPicture = sql<
  string | null
>`case when l.picture_asked = l.picture_url then l.picture_copy end`

const columns = {
  portalId: sql<string>`l.portal_id`,
  id: sql<string>`l.id`,
  pictureUrl: sql<string>`l.picture_url`,
}
const atOnce = 50

/**
 * Copies what links show from elsewhere: a fan who opens a portal's page is not told to anybody else before a click
 * (decision 0073). A picture that cannot be had is asked for again when its address changes. Answers how many were asked for.
 */
export async function copyPictures(
  database: Database,
  { files, log, letThrough }: { files: FileStore; log: Log; letThrough?: readonly string[] },
): Promise<number> {
  const waiting = await asJob(database, (tx) =>
    select(
      tx,
      columns,
      sql`link l where l.picture_url is not null and l.picture_asked is distinct from l.picture_url
        order by l.id limit ${atOnce}`,
    ),
  )
  for (const { portalId, id, pictureUrl } of waiting) {
    const kept = await fetchPicture(files, log, pictureUrl, letThrough)
    await asJob(database, async (tx) => {
      if (kept) await tx.insert(file).values({ portalId, key: kept.key, type: kept.kind, bytes: kept.bytes })
      await tx.execute(
        sql`update link set picture_asked = ${pictureUrl}, picture_copy = ${kept?.url ?? null}
          where portal_id = ${portalId} and id = ${id} and picture_url = ${pictureUrl}`,
      )
    })
  }
  return waiting.length
}
