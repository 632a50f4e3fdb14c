import { Link } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import classes from '#ui/tabs.module.css'
import { keepInSight } from '#ui/tabs.tsx'
import { detailKinds } from '../choices.ts'
import nav from './analytics-nav.module.css'
import { kinds } from './detail-kinds.ts'
import type { PeriodSearch } from './period.ts'

interface Part {
  id: string
  title: () => string
  link: string
  /** Its figures are of no days, or of days of its own. */
  always?: true
}

/** The pages of analytics by what is asked: how it goes, what sold, who came, what was kept. */
export const analyticsGroups = (): (Part & { pages: readonly Part[] })[] => {
  const [net, orders, albums, income, visits, traffic, byPortal, byProduct, byLocation] = detailKinds.map(
    (kind): Part => ({ id: kind, title: kinds[kind].tab, link: `/analytics/${kind}` }),
  ) as [Part, Part, Part, Part, Part, Part, Part, Part, Part]
  const audience: Part[] = [
    visits,
    traffic,
    { id: 'funnel', title: m['detail.funnel.tab'], link: '/analytics/funnel' },
    { id: 'play', title: m['detail.play.tab'], link: '/analytics/where-to-play', always: true },
  ]
  return [
    { id: 'overview', title: m['analytics.title'], link: '/analytics', pages: [] },
    {
      id: 'sales',
      title: m['detail.group.sales'],
      link: net.link,
      pages: [net, orders, albums, income, byPortal, byProduct, byLocation],
    },
    { id: 'audience', title: m['detail.group.audience'], link: visits.link, pages: audience },
    { id: 'views', title: m['savedViews.title'], link: '/analytics/views', always: true, pages: [] },
  ]
}

/** What one page of analytics knows of another's address: the days, and whether they are compared. */
const periodOf = ({ filter, f, t, compare }: PeriodSearch): PeriodSearch => ({
  ...(filter ? { filter } : {}),
  ...(f ? { f } : {}),
  ...(t ? { t } : {}),
  ...(compare ? { compare } : {}),
})

/** Where one is within Analytics: the groups, and the pages of the one that is open. Days go along from page to page. */
export function AnalyticsNav({ path, search = {} }: { path: string; search?: PeriodSearch }) {
  const groups = analyticsGroups()
  const open = groups.find(({ link, pages }) => link === path || pages.some((page) => page.link === path))
  const days = periodOf(search)
  return (
    <nav className={nav.nav} aria-label={m['detail.tabs']()}>
      <div className={classes.tabs} ref={keepInSight}>
        {groups.map(({ id, title, link, always, pages }) => (
          <Link
            key={id}
            to={link as '/analytics'}
            search={always ? {} : days}
            data-here={id === open?.id || undefined}
            aria-current={id === open?.id ? (pages.length > 0 ? 'true' : 'page') : undefined}
          >
            {title()}
          </Link>
        ))}
      </div>
      {open && open.pages.length > 0 ? (
        <ul
          className={nav.pages}
          aria-label={m['detail.group.label']({ name: open.title() })}
          ref={keepInSight}
        >
          {open.pages.map(({ id, title, link, always }) => (
            <li key={id}>
              <Link
                to={link as '/analytics'}
                search={always ? {} : days}
                data-here={link === path || undefined}
                aria-current={link === path ? 'page' : undefined}
              >
                {title()}
              </Link>
            </li>
          ))}
        </ul>
      ) : undefined}
    </nav>
  )
}
