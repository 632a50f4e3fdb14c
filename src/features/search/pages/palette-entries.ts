import {
  mdiAccountBoxOutline,
  mdiAccountGroupOutline,
  mdiAccountTieOutline,
  mdiCalendarBlankOutline,
  mdiCartOutline,
  mdiClockOutline,
  mdiPackageVariantClosed,
  mdiReceiptTextOutline,
  mdiStorefrontOutline,
  mdiTshirtCrewOutline,
} from '@mdi/js'
import type { Session } from '#features/account/contract.ts'
import { m } from '#paraglide/messages.js'
import type { ResultType } from '../choices.ts'
import type { Hit } from '../contract.ts'
import { begins, type Match, nearly, wordsOf } from './match.ts'
import { actsNamed } from './palette-acts.ts'
import type { Entry, Group } from './palette-entry.ts'
import { menuPages } from './palette-pages.ts'
import { pagesNamed } from './palette-questions.ts'
import { settingsNamed } from './palette-settings.ts'

const icons: Record<ResultType, string> = {
  order: mdiCartOutline,
  bill: mdiReceiptTextOutline,
  portal: mdiStorefrontOutline,
  product: mdiTshirtCrewOutline,
  event: mdiCalendarBlankOutline,
  contact: mdiAccountBoxOutline,
  team: mdiAccountGroupOutline,
  staff: mdiAccountTieOutline,
  stock: mdiPackageVariantClosed,
}

const groupTitles: Record<ResultType, () => string> = {
  order: m['search.groups.order'],
  bill: m['search.groups.bill'],
  portal: m['search.groups.portal'],
  product: m['search.groups.product'],
  event: m['search.groups.event'],
  contact: m['search.groups.contact'],
  team: m['search.groups.team'],
  staff: m['search.groups.staff'],
  stock: m['search.groups.stock'],
}

export const hitGroup = (type: ResultType, hits: readonly Hit[]): Group => ({
  id: type,
  title: groupTitles[type](),
  entries: hits.map(entryOf),
})

const entryOf = (hit: Hit): Entry => ({
  key: `${hit.type} ${hit.id}`,
  title: hit.title,
  detail: hit.detail,
  icon: icons[hit.type],
  link: hit.link,
  hit,
})

/** What was opened lately, newest first. */
export const recentGroup = (hits: readonly Hit[]): Group => ({
  id: 'recent',
  title: m['search.groups.recent'](),
  entries: hits.map((hit) => ({
    ...entryOf(hit),
    key: `recent ${hit.type} ${hit.id}`,
    icon: mdiClockOutline,
  })),
})

/**
 * Pages and acts of this person whose words are named; all of them when nothing is typed. Where no word is, those that are
 * one slip away.
 */
export function ownGroups(session: Session, typed: string, ownActs: readonly Entry[]): Group[] {
  const asked = wordsOf(typed)
  const exact = groupsBy(session, asked, ownActs, begins)
  return exact.length > 0 ? exact : groupsBy(session, asked, ownActs, nearly)
}

function groupsBy(
  session: Session,
  asked: readonly string[],
  ownActs: readonly Entry[],
  match: Match,
): Group[] {
  // What a setting or an act leads to is not named a second time as a page.
  const named = settingsNamed(session, asked, match)
  const acts = actsNamed(session, ownActs, asked, match)
  const told = new Set([...named, ...acts].flatMap(({ link }) => (link ? [link.split(/[?#]/)[0]] : [])))
  const pages = [...pagesNamed(session, asked, match), ...menuPages(session, asked, match)]
  return [
    {
      id: 'settings',
      title: m['search.groups.settings'](),
      entries: named,
    },
    {
      id: 'actions',
      title: m['search.groups.actions'](),
      entries: acts,
    },
    {
      id: 'pages',
      title: m['search.groups.pages'](),
      entries: pages.filter(
        ({ link }, at) => !told.has(link) && pages.findIndex((one) => one.link === link) === at,
      ),
    },
  ].filter(({ entries }) => entries.length > 0)
}
