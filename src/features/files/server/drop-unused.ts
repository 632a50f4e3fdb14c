import { sql } from 'drizzle-orm'
import { asJob } from '#platform/background.ts'
import type { Database } from '#platform/db.ts'
import type { FileStore } from '#platform/files.ts'
import { file } from '#platform/table.ts'

/**
 * Every column that may hold the address of an uploaded file, as text or inside JSON. What no row of these names any
 * more is removed: a new column that takes such addresses has to stand here, and a test says so.
 */
export const fileColumns: readonly (readonly [table: string, column: string])[] = [
  ['portal', 'picture_url'],
  ['link', 'picture_copy'],
  ['event', 'poster_url'],
  ['featured', 'media_url'],
  ['release', 'cover_url'],
  ['product', 'picture_urls'],
  ['appearance_draft', 'draft'],
  ['appearance_version', 'appearance'],
  ['person', 'picture_url'],
  ['post', 'picture_url'],
  // What can be taken back comes back with its pictures.
  ['kept_row', 'was'],
]

/** A form may stay open for a day before it is saved. */
const unusedHours = 24
const batch = 500

/** Removes uploads that nothing shows, a day after they came; answers how many. A job calls it each night. */
export async function dropUnusedFiles(database: Database, files: FileStore): Promise<number> {
  const used = sql.join(
    fileColumns.map(
      ([table, column]) =>
        sql`select substring(x[1] from 8) as key from ${sql.identifier(table)} t,
          regexp_matches(t.${sql.identifier(column)}::text, '(/files/[0-9a-f]{32}\\.(?:webp|mp4|webm))', 'g') x`,
    ),
    sql` union all `,
  )
  for (let removed = 0; ; ) {
    const found = await asJob(database, (tx) =>
      tx
        .delete(file)
        .where(
          sql`${file.id} in (
            select f.id from file f where f.created_at < clock_timestamp() - make_interval(hours => ${unusedHours})
              and not exists (select from (${used}) u where u.key = f.key) limit ${batch})`,
        )
        .returning({ key: file.key }),
    )
    // Rows first: bytes without a row cost a little room, a row without bytes would be a broken picture.
    for (const { key } of found) await files.remove(key)
    removed += found.length
    if (found.length < batch) return removed
  }
}
