import type { Database } from '#platform/db.ts'
import { uuidOf } from '#platform/scope.ts'

/** The address that an invitation is mailed to. */
export async function recipientOf(database: Database, invitationId: unknown): Promise<string | undefined> {
  const id = uuidOf({ invitationId }, 'invitationId')
  if (!id) return undefined
  const [row] = await database.query<{ email: string }>(
    'select p.email from invitation i join person p on p.id = i.person_id where i.id = $1 limit 1',
    [id],
  )
  return row?.email
}
