import { m } from '#paraglide/messages.js'
import { type ConsentKind, type ConsentSource, consentKinds, consentSources } from '../choices.ts'
import type { Contact } from '../contract.ts'

export const consentWord = (kind: ConsentKind) =>
  ({
    news: m['contacts.consent.news'],
    phone: m['contacts.consent.phone'],
    profiling: m['contacts.consent.profiling'],
  })[kind]()

export const sourceWord = (source: ConsentSource) =>
  ({
    form: m['contacts.source.form'],
    email: m['contacts.source.email'],
    phone: m['contacts.source.phone'],
    paper: m['contacts.source.paper'],
    import: m['contacts.source.import'],
  })[source]()

export const consentOptions = () => consentKinds.map((value) => ({ value, label: consentWord(value) }))
const capital = (word: string) => word.charAt(0).toLocaleUpperCase() + word.slice(1)
export const sourceOptions = () =>
  consentSources.map((value) => ({ value, label: capital(sourceWord(value)) }))

/** Whether they get in: the mark and the word. */
export function loginState({ personId, pending, suspended }: Contact) {
  if (!personId) return { mark: 'draft', word: m['contacts.login.no']() } as const
  if (pending) return { mark: 'review', word: m['contacts.login.pending']() } as const
  if (suspended) return { mark: 'paused', word: m['contacts.login.suspended']() } as const
  return { mark: 'live', word: m['contacts.login.yes']() } as const
}

/** What a person is called; who was erased has no name any more. */
export const nameOf = ({ name, erasedAt }: Pick<Contact, 'name' | 'erasedAt'>) =>
  erasedAt ? m['contacts.erased.name']() : name
