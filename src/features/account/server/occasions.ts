import type { Locale } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { occasion } from '#platform/occasion.ts'

/** Somebody followed the link to activate their account, and has a password now. */
export const accountActivated = occasion<[tx: Tx, personId: string]>('account activated')

interface AccessAsked {
  /** Ids of those who can give it. */
  to: readonly string[]
  /** The mails that ask them, in the same order. */
  mailIds: readonly string[]
  /** Names this one time of asking. */
  about: string
  told: (locale: Locale) => { title: string; body: string }
  /** Where it is given, without language. */
  link: string
}

/** Somebody asked for a permission that they lack. */
export const accessAsked = occasion<[tx: Tx, asked: AccessAsked]>('access asked')
