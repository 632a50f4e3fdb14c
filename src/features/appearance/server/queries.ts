import { sql } from 'drizzle-orm'
import { namesOf } from '#features/account/server/names-of.ts'
import { rows, type Tx } from '#platform/db.ts'
import { type Appearance, type AppearanceState, versionsKept } from '../contract.ts'
import { sameAppearance } from '../same-appearance.ts'
import { current } from './default-appearance.ts'
import { type PreviewKey, signPreview } from './preview-token.ts'

interface VersionRow {
  id: string
  number: number
  published_at: Date | string
  person_id: string | null
  appearance: Appearance
}

/** What fans see of a portal: the version published last, else the default. */
export async function publishedAppearance(tx: Tx, portalId: string): Promise<Appearance> {
  const [row] = await rows<{ appearance: Appearance }>(
    tx,
    sql`select appearance from appearance_version where portal_id = ${portalId} order by number desc limit 1`,
  )
  return current(row?.appearance)
}

/** The draft of a portal, else what fans see. */
export async function draftAppearance(tx: Tx, portalId: string): Promise<Appearance> {
  const [row] = await rows<{ draft: Appearance }>(
    tx,
    sql`select draft from appearance_draft where portal_id = ${portalId}`,
  )
  return row ? current(row.draft) : publishedAppearance(tx, portalId)
}

/** Locks the draft for a change and answers its version; makes it when there is none yet. */
export async function lockDraft(tx: Tx, portalId: string): Promise<number> {
  const start = await publishedAppearance(tx, portalId)
  await tx.execute(
    sql`insert into appearance_draft (portal_id, draft) values (${portalId}, ${JSON.stringify(start)}::jsonb) on conflict do nothing`,
  )
  const [row] = await rows<{ version: number }>(
    tx,
    sql`select version from appearance_draft where portal_id = ${portalId} for update`,
  )
  return row?.version ?? 1
}

/** Draft, published, the last versions and where to look at them. */
export async function appearanceState(
  tx: Tx,
  portal: { id: string; customUrl: string },
  { portalsOrigin, secret }: PreviewKey,
): Promise<AppearanceState> {
  const [saved] = await rows<{ draft: Appearance; version: number; updated_at: Date | string }>(
    tx,
    sql`select draft, version, updated_at from appearance_draft where portal_id = ${portal.id}`,
  )
  const versions = await rows<VersionRow>(
    tx,
    sql`select id, number, published_at, person_id, appearance from appearance_version
      where portal_id = ${portal.id} order by number desc limit ${versionsKept}`,
  )
  const published = current(versions[0]?.appearance)
  const draft = saved ? current(saved.draft) : published
  const names = await namesOf(
    tx,
    versions.flatMap((row) => row.person_id ?? []),
  )
  return {
    draft,
    published,
    changed: !sameAppearance(draft, published),
    savedAt: saved ? new Date(saved.updated_at).toISOString() : null,
    versions: versions.map((row) => ({
      id: row.id,
      number: row.number,
      publishedAt: new Date(row.published_at).toISOString(),
      by: (row.person_id && names.get(row.person_id)) || null,
      design: row.appearance.design,
    })),
    previewUrl: `${portalsOrigin}/preview/${portal.id}?token=${signPreview(secret, portal.id)}`,
    url: `${portalsOrigin}/${portal.customUrl}`,
    version: saved?.version ?? 1,
  }
}
