import { eq } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { person } from './table.ts'

interface ProfileChange {
  name?: string | undefined
  locale?: 'es' | 'en' | undefined
  colorMode?: 'auto' | 'light' | 'dark' | undefined
  pictureUrl?: string | null | undefined
}

/** Changes a person's own name, language, colour mode and picture; what is not named stays. */
export async function updateProfile(tx: Tx, personId: string, profile: ProfileChange): Promise<void> {
  if (Object.values(profile).every((value) => value === undefined)) return
  await tx.update(person).set(profile).where(eq(person.id, personId))
}
