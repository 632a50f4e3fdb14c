import { mdiChevronRight } from '@mdi/js'
import { Link } from '@tanstack/react-router'
import { type Failure, isFailure } from '#client.ts'
import type { dashboardTabs } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { Icon } from '#ui/icon.tsx'
import { Frame } from '#ui/page.tsx'
import { totalOf } from '#ui/total.ts'
import type { Dashboard } from './dashboard-data.ts'
import classes from './dashboard-page.module.css'

/** The parts of the page with what stands in each, in the order of the tabs. */
export function BlocksFrame({ data, tabs }: { data: Dashboard; tabs: ReturnType<typeof dashboardTabs> }) {
  return (
    <Frame title={m['dashboard.blocks.title']()}>
      <ul className={classes.blocks}>
        {tabs
          .filter(({ id }) => id !== 'dashboard')
          .map(({ id, title, link }) => (
            <li key={id}>
              <Link to={link}>
                <span>
                  <b>{title()}</b>
                  <span className={classes.quiet}>{stateOf(id, data)}</span>
                </span>
                <Icon path={mdiChevronRight} />
              </Link>
            </li>
          ))}
      </ul>
    </Frame>
  )
}

function stateOf(id: string, { links, events, featured, appearance }: Dashboard): string {
  if (id === 'links' && !isFailure(links)) return linksState(links)
  if (id === 'events' && !isFailure(events)) return eventsState(events)
  if (id === 'featured' && !isFailure(featured)) return featuredState(featured)
  return id === 'appearance' && !isFailure(appearance) ? appearanceState(appearance) : ''
}

type Found<Of extends keyof Dashboard> = Exclude<Dashboard[Of], Failure | undefined>

function linksState({ items }: Found<'links'>): string {
  const { number } = here()
  const visible = items.filter((link) => link.visible).length
  return items.length === 0
    ? m['dashboard.blocks.noLinks']()
    : m['shell.dashboard.linksCount']({ count: number(items.length), visible: number(visible) })
}

function eventsState(events: Found<'events'>): string {
  const next = events.items.find(({ publication }) => publication === 'published')
  if (events.total === 0) return m['dashboard.blocks.noEvents']()
  return next
    ? m['dashboard.blocks.nextEvent']({ name: next.name, day: here().day(next.startsAt) })
    : m['dashboard.blocks.draftEvents']({ count: totalOf(events) })
}

function featuredState({ items }: Found<'featured'>): string {
  const { number } = here()
  const live = items.filter((item) => item.live).length
  return items.length === 0
    ? m['dashboard.blocks.noFeatured']()
    : m['dashboard.blocks.featured']({ live: number(live), count: number(items.length) })
}

function appearanceState({ changed, versions }: Found<'appearance'>): string {
  if (changed) return m['dashboard.blocks.draft']()
  return versions.length > 0 ? m['dashboard.blocks.published']() : m['dashboard.blocks.standard']()
}
