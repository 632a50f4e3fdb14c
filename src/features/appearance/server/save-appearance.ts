import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { BadInput, type FieldError } from '#platform/errors.ts'
import type { Appearance } from '../contract.ts'
import { contrastFaults } from '../contrast.ts'
import type { Colors } from '../designs.ts'
import { appearanceDraft } from './table.ts'

/** Saves the draft, which has to be locked. @throws BadInput by the colours that cannot be read. */
export async function saveAppearance(tx: Tx, portalId: string, draft: Appearance): Promise<void> {
  demandContrast(draft.colors)
  await tx
    .update(appearanceDraft)
    .set({ draft, version: sql`${appearanceDraft.version} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(eq(appearanceDraft.portalId, portalId))
}

/** @throws BadInput naming, by each colour that cannot be read, the nearest one that can. */
export function demandContrast(colors: Colors): void {
  const fields: Record<string, FieldError> = {}
  for (const { color, on, ratio, needed, nearest } of contrastFaults(colors)) {
    fields[`colors.${color}`] ??= {
      code: nearest
        ? 'appearance.contrast'
        : on === 'surface'
          ? 'appearance.contrastSurface'
          : 'appearance.contrastNone',
      // Rounded down: a ratio just below the limit must not read as if it reached it.
      params: { ratio: Math.floor(ratio * 10) / 10, needed, nearest: nearest ?? '' },
    }
  }
  if (Object.keys(fields).length > 0) throw new BadInput('invalidInput', fields)
}
