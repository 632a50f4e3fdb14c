import { eq } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { person } from './table.ts'

interface ProfileChange {
  name: string
  locale: 'es' | 'en'
  colorMode?: 'auto' | 'light' | 'dark' | undefined
  pictureUrl?: string | null | undefined
}

/** Changes a person's own name, language, colour mode and picture; what is not named stays. */
export async function updateProfile(tx: Tx, personId: string, profile: ProfileChange): Promise<void> {
  await tx.update(person).set(profile).where(eq(person.id, personId))
}
