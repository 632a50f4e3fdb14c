import { type Api, type Failure, isFailure } from '#client.ts'
import type { SessionPortal } from '#features/account/contract.ts'
import { can } from '#platform/permissions.ts'
import { dayOf, formatDay, startOfYear } from '#platform/time.ts'

type Answer<F extends keyof Api, O extends keyof Api[F]> = Api[F][O] extends (
  ...given: never[]
) => Promise<infer R>
  ? R
  : never
type Good<T> = Exclude<T, Failure | undefined>
export type Links = Good<Answer<'links', 'listLinks'>>['items']

/** Days before yesterday that yesterday is held against. */
const weekDays = 7

const readWeek = (
  { analytics }: Api,
  { id: portalId, label }: SessionPortal,
  days: { f: string; t: string },
) => (label ? analytics.highlights(days) : analytics.highlightsOfPortal({ portalId, ...days }))

/** Everything that the portal's first page tells, each part by itself: what fails leaves the others. */
export async function readDashboard(
  api: Api,
  mine: SessionPortal,
  asked: Promise<Good<Answer<'portals', 'listAlerts'>>>,
  now: Date,
) {
  const portalId = mine.id
  const today = dayOf(now.getTime())
  const yesterday = formatDay(today - 1)
  const sees = can(mine.permissions, 'analytics.viewanalytics')
  const [portal, links, events, featured, week, year, appearance, firstHour, waiting, toAccept, alerts] =
    await Promise.all([
      api.portals.getPortal({ portalId }),
      api.links.listLinks({ portalId }),
      api.events.listPortalEvents({ portalId, when: 'upcoming' }),
      api.featured.listFeatured({ portalId }),
      // As the first page of analytics asks, where its figures lead: a label's are of all its portals.
      sees ? readWeek(api, mine, { f: formatDay(today - 1 - weekDays), t: yesterday }) : undefined,
      // The same call as beside the net sales, so that it is the same figure: a label's is of all its portals.
      sees
        ? api.analytics.netSalesDetailInfo({ f: formatDay(startOfYear(today)), t: formatDay(today) })
        : undefined,
      can(mine.permissions, 'portal.editappearance') ? api.appearance.getAppearance({ portalId }) : undefined,
      api.home.firstHour({ portalId }),
      api.home.listWaiting({ portalId }),
      // Only where there is one: which, for the way to lead to it.
      asked.then((codes) =>
        codes.includes('bill-to-accept') && can(mine.permissions, 'billing.viewbills')
          ? api.billing.listBills({ portalId, status: 'Pending' })
          : undefined,
      ),
      asked,
    ])
  const objective =
    isFailure(year) || !year?.objective
      ? undefined
      : { objective: year.objective, year: year.meta.to.slice(0, 4) }
  return {
    mine,
    firstHour,
    portal,
    links,
    alerts,
    waiting,
    toAccept,
    events,
    featured,
    week,
    objective,
    appearance,
    sees,
    now,
  }
}
export type Dashboard = Awaited<ReturnType<typeof readDashboard>>
