import { m } from '#paraglide/messages.js'
import { organisationTypes } from '#platform/constants.ts'

/** Of whom an account is: 1 label, 2 artist, 3 demo. */
export const kindWord = (organisationType: number) =>
  organisationType === organisationTypes.label
    ? m['accounts.kind.1']()
    : organisationType === organisationTypes.demo
      ? m['accounts.kind.3']()
      : m['accounts.kind.2']()
