import type { Locale } from '#platform/constants.ts'
import { wordsIfAny } from '#platform/words.ts'

/** What a field that was changed is called: as the activity says it, else as products do. */
export const fieldWords = (name: string, locale: Locale): string | undefined =>
  wordsIfAny(`activity.field.${name}`, locale) ?? wordsIfAny(`products.field.${name}`, locale)

/** The message that names an operation in the activity. */
export const actionKey = (action: string) => `activity.action.${action.replace('.', '_')}`

/** What was done; an operation of a former version that nobody words any more says its own name. */
export const actionWords = (action: string, locale: Locale) => wordsIfAny(actionKey(action), locale) ?? action
