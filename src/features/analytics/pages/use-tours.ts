import { useRouteContext } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { useAnswer } from '#ui/use-answer.ts'
import { tourPauseDays } from '../choices.ts'

/** As many as are told apart at a glance. */
const most = 6

/** Days of the tours that go on or come next, by what they are called, and what a tour is; nothing where there is none. */
export function useTours(): { tours: { name: string; f: string; t: string }[]; help: string } {
  const { api, session } = useRouteContext({ from: '__root__' })
  const asking = session?.user.staff === false
  const { answer } = useAnswer(asking ? () => api.analytics.tours({}, { key: 'tours' }) : undefined, 'tours')
  const items = isFailure(answer) ? [] : answer.items
  return {
    tours: items.slice(0, most).map(({ portalName, from, to }) => ({
      name:
        items.length === 1
          ? m['analytics.period.tour']()
          : m['analytics.period.tourOf']({ portal: portalName }),
      f: from,
      t: to,
    })),
    help: m['analytics.period.tourHelp']({ days: tourPauseDays }),
  }
}
