import { Link } from '@tanstack/react-router'
import { analyticsGroups } from '#pages/analytics-tabs.ts'
import { m } from '#paraglide/messages.js'
import classes from '#ui/tabs.module.css'
import { keepInSight } from '#ui/tabs.tsx'
import nav from './analytics-nav.module.css'
import type { PeriodSearch } from './period.ts'
import { SavedTabs } from './saved-tabs.tsx'

/** What one page of analytics knows of another's address: the days, and what they are compared with. */
const periodOf = ({ filter, f, t, compare, compareTo }: PeriodSearch): PeriodSearch => ({
  ...(filter ? { filter } : {}),
  ...(f ? { f } : {}),
  ...(t ? { t } : {}),
  ...(compare ? { compare } : {}),
  ...(compareTo ? { compareTo } : {}),
})

/** Where one is within Analytics: the groups, and the pages of the one that is open. Days go along from page to page. */
export function AnalyticsNav({
  path,
  search = {},
}: {
  path: string
  search?: PeriodSearch & { view?: string }
}) {
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
            data-here={(id === open?.id && !search.view) || undefined}
            aria-current={id === open?.id ? (pages.length > 0 ? 'true' : 'page') : undefined}
          >
            {title()}
          </Link>
        ))}
        <SavedTabs open={search.view} />
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
