import type { Place } from '#testing/mutants.ts'

/** Mutants that change nothing that anybody could notice, by a part of their file's name and of what they change. */
const reasons: readonly (readonly [file: string, change: string, reason: string])[] = []

/** Why a mutant may live, or undefined: then a test is missing. */
export const reasonOf = (place: Place): string | undefined =>
  reasons.find(([file, change]) => place.file.endsWith(file) && place.change.includes(change))?.[2]
