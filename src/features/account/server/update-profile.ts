import { eq } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { person } from './table.ts'

/** Changes a person's own name and language. */
export async function updateProfile(
  tx: Tx,
  personId: string,
  profile: { name: string; locale: 'es' | 'en' },
): Promise<void> {
  await tx.update(person).set(profile).where(eq(person.id, personId))
}
