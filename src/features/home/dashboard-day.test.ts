import { expect, test } from 'vitest'
import { dayOf, formatDay } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { readDashboard } from './pages/dashboard-data.ts'

const world = testDatabase()

test.each(['label', 'artist'] as const)(
  'yesterday is the same at home and in analytics, for %s',
  async (who) => {
    const api = await as(world.database, who)
    const [mine] = ok(await api.account.session({})).user.portals ?? []
    if (!mine) throw new Error('They have a portal')
    const now = new Date()
    const yesterday = formatDay(dayOf(now.getTime()) - 1)
    const { week } = await readDashboard(api, mine, Promise.resolve([]), now)
    if (!week || 'error' in week) throw new Error('The week is told')
    const days = { f: yesterday, t: yesterday }
    // As the first page of analytics asks.
    const shown = ok(
      await (mine.label
        ? api.analytics.highlights(days)
        : api.analytics.highlightsOfPortal({ portalId: mine.id, ...days })),
    )
    const last = week.series.at(-1)?.values
    for (const measure of ['netCents', 'orders', 'visits', 'visitors'] as const)
      expect(last?.[measure] ?? 0, measure).toBe(shown.totals[measure] ?? 0)
  },
)
