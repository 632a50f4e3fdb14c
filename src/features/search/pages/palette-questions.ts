import {
  mdiAccountHeartOutline,
  mdiCalendarMonthOutline,
  mdiCashRefund,
  mdiEmailNewsletter,
  mdiMapMarkerOutline,
  mdiPackageVariantRemove,
  mdiTrashCanOutline,
} from '@mdi/js'
import type { Session } from '#features/account/contract.ts'
import { currentPortal, mayOpen, mayReadActivity } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { here } from '#ui/formats.ts'
import type { Match } from './match.ts'
import type { Entry } from './palette-entry.ts'
import { namedOf, type Setting, shortest } from './palette-settings.ts'

/** Pages of a question, and what people ask. */
const pages: readonly Setting[] = [
  {
    id: 'play',
    title: m['search.pages.play'],
    words: m['search.pages.playWords'],
    icon: mdiMapMarkerOutline,
    link: '/analytics/where-to-play',
  },
  {
    id: 'refunds',
    title: m['search.pages.refunds'],
    words: m['search.pages.refundsWords'],
    icon: mdiCashRefund,
    link: '/stocks/orders?state=refunded',
    staff: false,
  },
  {
    id: 'staffRefunds',
    title: m['search.pages.refunds'],
    words: m['search.pages.refundsWords'],
    icon: mdiCashRefund,
    link: '/products/orders?state=refunded',
    staff: true,
  },
  {
    id: 'allOut',
    title: m['search.pages.out'],
    words: m['search.pages.outWords'],
    icon: mdiPackageVariantRemove,
    link: '/stocks/all?level=out',
    staff: false,
    opens: (session) => currentPortal(session)?.label === true,
  },
  {
    id: 'out',
    title: m['search.pages.out'],
    words: m['search.pages.outWords'],
    icon: mdiPackageVariantRemove,
    link: '/stocks?level=out',
    staff: false,
    opens: (session) => currentPortal(session)?.label !== true,
  },
  {
    id: 'staffOut',
    title: m['search.pages.out'],
    words: m['search.pages.outWords'],
    icon: mdiPackageVariantRemove,
    link: '/products/stock?level=out',
    staff: true,
  },
  {
    id: 'buyers',
    title: m['search.pages.buyers'],
    words: m['search.pages.buyersWords'],
    icon: mdiAccountHeartOutline,
    link: '/analytics/orders-sold',
  },
  {
    id: 'newsletter',
    title: m['search.pages.newsletter'],
    words: m['search.pages.newsletterWords'],
    icon: mdiEmailNewsletter,
    link: '/analytics/funnel',
  },
  {
    id: 'deleted',
    title: m['activity.deletedLately'],
    words: m['search.pages.deletedWords'],
    icon: mdiTrashCanOutline,
    link: '/account/activity?deleted=1',
    opens: mayReadActivity,
  },
]

export const pagesNamed = (session: Session, asked: readonly string[], match: Match) => [
  ...namedOf(pages, session, asked, match),
  ...monthsNamed(session, asked, match, new Date()),
]

/** The first and last day of the twelve months that end with the one that runs in Madrid, the newest first. */
export function lastMonths(now: Date): { f: string; t: string }[] {
  const today = dayOf(now.getTime())
  return Array.from({ length: 12 }, (_, back) => ({
    f: formatDay(startOfMonth(today, -back)),
    t: formatDay(startOfMonth(today, 1 - back) - 1),
  }))
}

/** A month that is named, as the net sales of the last one of that name: «octubre». */
function monthsNamed(session: Session, asked: readonly string[], match: Match, now: Date): Entry[] {
  const link = '/analytics/net-sales'
  if (!asked.some((word) => word.length >= shortest) || !mayOpen(session, link)) return []
  const names = lastMonths(now).map(({ f, t }) => ({
    f,
    t,
    title: m['search.pages.month']({ month: here().month(f) }),
  }))
  return names
    .filter(({ f }) => match(here().month(f), asked))
    .map(({ f, t, title }) => ({
      key: `month ${f}`,
      title,
      detail: '',
      icon: mdiCalendarMonthOutline,
      link: `${link}?filter=4&f=${f}&t=${t}`,
    }))
}
