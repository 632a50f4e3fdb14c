import { pgTable, text } from 'drizzle-orm/pg-core'
import { serviceOnly } from '#platform/tenancy.ts'

/** Every word that something is called by, plain: what a mistyped word may have meant. Only search looks into it. */
export const searchWord = pgTable('search_word', { word: text().primaryKey() }, () => serviceOnly())
