import { mdiBookmarkOutline } from '@mdi/js'
import { useRouteContext, useRouterState } from '@tanstack/react-router'
import { type Api, type Failure, isFailure } from '#client.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { Icon } from '#ui/icon.tsx'
import { localized } from '#ui/localized.ts'
import { useFollow } from '#ui/row-link.ts'
import { useAnswer } from '#ui/use-answer.ts'
import nav from './analytics-nav.module.css'
import { viewAddress } from './kept-query.ts'

type Views = Exclude<Awaited<ReturnType<Api['savedViews']['listViews']>>, Failure | undefined>

/** As many as there is room for beside the groups; the page of all of them has the others. */
const most = 4

/** What was found last and for whom: from page to page the tabs stay where they are. Set in a browser alone. */
let last: { who: string; views: Views } | undefined

/** Saved views as tabs of their own, after the groups; asked for after the page. */
export function SavedTabs({ open }: { open: string | undefined }) {
  const { api, session } = useRouteContext({ from: '__root__' })
  const who = `${session?.user.id} ${session?.currentPortalId}`
  // A view that was saved or deleted loads the page anew, and with it these.
  const loadedAt = useRouterState({ select: ({ matches }) => matches.at(-1)?.updatedAt })
  const { answer, about } = useAnswer<Views>(
    () => api.savedViews.listViews({}, { key: 'view-tabs' }),
    `${who} ${loadedAt}`,
  )
  const follow = useFollow()
  // What was answered at another portal is not shown at this one while its own is awaited.
  if (answer && !isFailure(answer) && about?.startsWith(`${who} `)) last = { who, views: answer }
  if (last?.who !== who) return null
  const today = formatDay(dayOf(Date.now()))
  const { items } = last.views
  const shown = items.slice(0, most)
  const here = items.find(({ id }) => id === open)
  return (here && !shown.includes(here) ? [...shown.slice(1), here] : shown).map((view) => (
    <a
      key={view.id}
      className={nav.saved}
      href={localized(viewAddress(view, today))}
      data-here={view.id === open || undefined}
      aria-current={view.id === open ? 'page' : undefined}
      onClick={follow}
    >
      <Icon path={mdiBookmarkOutline} size={14} />
      {view.name}
    </a>
  ))
}
