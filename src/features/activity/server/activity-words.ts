import type { Locale } from '#platform/constants.ts'
import { wordsIfAny } from '#platform/words.ts'

/** What a field that was changed is called: as the activity says it, else as products do. */
export const fieldWords = (name: string, locale: Locale): string | undefined =>
  wordsIfAny(`activity.field.${name}`, locale) ?? wordsIfAny(`products.field.${name}`, locale)

/** The API's name of a column. */
export const fieldOf = (column: string) =>
  column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The same of a column of the database; its own name where there is no word. */
export const columnWords = (column: string, locale: Locale): string =>
  fieldWords(fieldOf(column), locale) ?? fieldOf(column)

/** The message that names an operation in the activity. */
export const actionKey = (action: string) => `activity.action.${action.replace('.', '_')}`

/** Saving the order of all links is also how one of them is hidden or shown: what it did is what it is called. */
export function actionOf(action: string, before: unknown, after: unknown): string {
  if (action !== 'links.reorderLinks') return action
  const visible = (row: unknown) => (row as { visible?: unknown } | null)?.visible
  if (typeof visible(before) !== 'boolean' || typeof visible(after) !== 'boolean') return action
  return visible(after) ? 'links.showLink' : 'links.hideLink'
}

/** What was done; an operation of a former version that nobody words any more says its own name. */
export const actionWords = (action: string, locale: Locale) => wordsIfAny(actionKey(action), locale) ?? action
