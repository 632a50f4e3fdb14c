import type { Tx } from '#platform/db.ts'
import { occasion } from '#platform/occasion.ts'

/** A release stands on its portal's page from now on. */
export const releasePublished =
  occasion<[tx: Tx, portalId: string, releaseId: string]>('a release was published')
