import type { Release } from '#features/releases/contract.ts'
import { m } from '#paraglide/messages.js'

/** Whether fans see a release, and in which part of its life. */
export function stateOf({ status, phase }: Release) {
  if (status === 'draft') return { mark: 'draft', word: m['releases.state.draft']() } as const
  if (phase === 'countdown') return { mark: 'review', word: m['releases.state.countdown']() } as const
  if (phase === 'out') return { mark: 'live', word: m['releases.state.out']() } as const
  return { mark: 'paused', word: m['releases.state.over']() } as const
}

/** The title in the reader's language, else in Spanish. */
export const titleOf = ({ title }: Pick<Release, 'title'>, locale: string) =>
  (locale === 'en' && title.en) || title.es
