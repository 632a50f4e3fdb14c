import { desc, eq, sql } from 'drizzle-orm'
import { namesOf } from '#features/account/server/names-of.ts'
import type { Tx } from '#platform/db.ts'
import { type Appearance, type AppearanceState, versionsKept } from '../contract.ts'
import { sameAppearance } from '../same-appearance.ts'
import { current } from './default-appearance.ts'
import { type PreviewKey, signPreview } from './preview-token.ts'
import { appearanceDraft, appearanceVersion } from './table.ts'

/** What fans see of a portal: the version published last, else the default. */
export async function publishedAppearance(tx: Tx, portalId: string): Promise<Appearance> {
  const [row] = await tx
    .select({ appearance: appearanceVersion.appearance })
    .from(appearanceVersion)
    .where(eq(appearanceVersion.portalId, portalId))
    .orderBy(desc(appearanceVersion.number))
    .limit(1)
  return current(row?.appearance)
}

/** The draft of a portal, else what fans see. */
export async function draftAppearance(tx: Tx, portalId: string): Promise<Appearance> {
  const [row] = await tx
    .select({ draft: appearanceDraft.draft })
    .from(appearanceDraft)
    .where(eq(appearanceDraft.portalId, portalId))
  return row ? current(row.draft) : publishedAppearance(tx, portalId)
}

/** Locks the draft for a change and answers its version; makes it when there is none yet. */
export async function lockDraft(tx: Tx, portalId: string): Promise<number> {
  const start = await publishedAppearance(tx, portalId)
  await tx.execute(
    sql`insert into appearance_draft (portal_id, draft) values (${portalId}, ${JSON.stringify(start)}::jsonb) on conflict do nothing`,
  )
  const [row] = await tx
    .select({ version: appearanceDraft.version })
    .from(appearanceDraft)
    .where(eq(appearanceDraft.portalId, portalId))
    .for('update')
  return row?.version ?? 1
}

/** Draft, published, the last versions and where to look at them. */
export async function appearanceState(
  tx: Tx,
  portal: { id: string; customUrl: string },
  { portalsOrigin, secret }: PreviewKey,
): Promise<AppearanceState> {
  const [saved] = await tx.select().from(appearanceDraft).where(eq(appearanceDraft.portalId, portal.id))
  const versions = await tx
    .select()
    .from(appearanceVersion)
    .where(eq(appearanceVersion.portalId, portal.id))
    .orderBy(desc(appearanceVersion.number))
    .limit(versionsKept)
  const published = current(versions[0]?.appearance)
  const draft = saved ? current(saved.draft) : published
  const names = await namesOf(
    tx,
    versions.flatMap((row) => row.personId ?? []),
  )
  return {
    draft,
    published,
    changed: !sameAppearance(draft, published),
    savedAt: saved ? saved.updatedAt.toISOString() : null,
    versions: versions.map((row) => ({
      id: row.id,
      number: row.number,
      publishedAt: row.publishedAt.toISOString(),
      by: (row.personId && names.get(row.personId)) || null,
      design: row.appearance.design,
    })),
    previewUrl: `${portalsOrigin}/preview/${portal.id}?token=${signPreview(secret, portal.id)}`,
    url: `${portalsOrigin}/${portal.customUrl}`,
    version: saved?.version ?? 1,
  }
}
