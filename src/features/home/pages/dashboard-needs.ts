import { isFailure } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { titleOf } from '#features/links/pages/link-state.ts'
import { mayOpen } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { can } from '#platform/permissions.ts'
import { here } from '#ui/formats.ts'
import type { Dashboard } from './dashboard-data.ts'
import { type Need, waitingNeeds } from './waiting-needs.ts'

const soonMs = 7 * 86_400_000
/** Alerts that whoever sees them can do something about, with where. */
const alertLinks: Record<string, { text: () => string; link: string }> = {
  'no-bill-info': { text: m['dashboard.needs.noBillInfo'], link: '/billing/information' },
  'bill-to-accept': { text: m['dashboard.needs.billToAccept'], link: '/billing' },
  'payment-returned': { text: m['dashboard.needs.paymentReturned'], link: '/billing/information#bank' },
  'agreement-pending': { text: m['dashboard.needs.agreementPending'], link: '/billing' },
  'shop-away': { text: m['dashboard.needs.shopAway'], link: '/stocks/connectors' },
  'blank-out': { text: m['dashboard.needs.blankOut'], link: '/stocks/products' },
  'low-stock': { text: m['dashboard.needs.lowStock'], link: '/stocks' },
}

/** To the bill itself, where one waits. */
function billOf(toAccept: Dashboard['toAccept']): string {
  const [bill, ...more] = isFailure(toAccept) ? [] : (toAccept?.items ?? [])
  return bill && more.length === 0 ? `/billing/${bill.id}` : '/billing'
}

/** What the list of first steps asks for is not said a second time beside it. */
const stepsAsked = (firstHour: Dashboard['firstHour']): Set<string> =>
  new Set(
    isFailure(firstHour) || !firstHour.due
      ? []
      : firstHour.acts.flatMap(({ id, done }) => (done ? [] : [id])),
  )

function alertNeeds({ mine, alerts, waiting, toAccept }: Dashboard, asked: Set<string>): Need[] {
  // What is told by name is not said a second time without one.
  const byName = isFailure(waiting) ? [] : ['blank-out', 'low-stock']
  const needOf = (code: string): Need[] => {
    const known = alertLinks[code]
    if (code === 'domain-error' && can(mine.permissions, 'portal.editconfiguration'))
      return [{ id: code, text: m['dashboard.needs.domainError'](), link: '/dashboard/portal', severe: true }]
    if (!known || (code === 'no-bill-info' && asked.has('billing'))) return []
    const link = code === 'bill-to-accept' ? billOf(toAccept) : known.link
    return [{ id: code, text: known.text(), severe: true, link }]
  }
  return alerts.filter((code) => !byName.includes(code)).flatMap(needOf)
}

/** What fans see now and will not in a week. */
function endingNeeds({ links, featured, now }: Dashboard): Need[] {
  const { day } = here()
  const isSoon = (moment: string | null): moment is string =>
    moment !== null && Date.parse(moment) > now.getTime() && Date.parse(moment) < now.getTime() + soonMs
  const ending = (isFailure(links) ? [] : links.items).flatMap((link) =>
    link.visible && isSoon(link.endsAt)
      ? {
          id: link.id,
          text: m['dashboard.needs.linkEnds']({ title: titleOf(link, getLocale()), day: day(link.endsAt) }),
          link: `/dashboard/links/${link.id}`,
        }
      : [],
  )
  const expiring = (isFailure(featured) ? [] : featured.items).flatMap((item) =>
    item.live && isSoon(item.expiresAt)
      ? {
          id: item.id,
          text: m['dashboard.needs.featuredEnds']({ day: day(item.expiresAt) }),
          link: `/dashboard/featured/${item.id}`,
        }
      : [],
  )
  return [...ending, ...expiring]
}

function missingNeeds({ mine, portal, appearance, links }: Dashboard, asked: Set<string>): Need[] {
  const needs: Need[] = []
  const configures = can(mine.permissions, 'portal.editconfiguration')
  if (configures && !isFailure(portal) && !portal.picture)
    needs.push({ id: 'picture', text: m['dashboard.needs.picture'](), link: '/dashboard/portal' })
  if (!isFailure(appearance) && appearance.changed && !asked.has('design'))
    needs.push({
      id: 'appearance',
      text: m['dashboard.needs.unpublished'](),
      link: '/dashboard/appearance',
    })
  const empty = !isFailure(links) && links.items.length === 0
  if (can(mine.permissions, 'portal.editlinks') && empty && !asked.has('links'))
    needs.push({ id: 'links', text: m['dashboard.needs.links'](), link: '/dashboard/links/new' })
  return needs
}

/**
 * What waits for this person, most severe first: alerts, what ends within a week, what is missing. What they may not open
 * does not wait for them.
 */
export function needsOf(dashboard: Dashboard, session: Session | null): Need[] {
  const { waiting, mine, firstHour } = dashboard
  const asked = stepsAsked(firstHour)
  return [
    ...alertNeeds(dashboard, asked),
    ...(isFailure(waiting) ? [] : waitingNeeds(waiting, mine)),
    ...endingNeeds(dashboard),
    ...missingNeeds(dashboard, asked),
  ].filter(({ link }) => mayOpen(session, link))
}
