import { mdiPencilOutline, mdiTrashCanOutline } from '@mdi/js'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { AnalyticsNav } from '#features/analytics/pages/analytics-nav.tsx'
import { kinds } from '#features/analytics/pages/detail-kinds.ts'
import { viewAddress } from '#features/analytics/pages/kept-query.ts'
import { reportNames } from '#features/analytics/pages/report-names.ts'
import { m } from '#paraglide/messages.js'
import { dayOf, formatDay } from '#platform/time.ts'
import { ActsMenu } from '#ui/acts-menu.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { localized } from '#ui/localized.ts'
import { useUndoable } from '#ui/use-undoable.ts'
import type { SavedView } from '../contract.ts'

const Dialog = lazy(() => import('#features/analytics/pages/save-view-dialog.tsx'))

export const Route = createFileRoute('/_app/analytics/views')({
  loader: async ({ context }) => ({ views: await context.api.savedViews.listViews({}, { key: 'views' }) }),
  head: () => ({ meta: [{ title: `${m['savedViews.title']()} · Backline` }] }),
  component: ViewsPage,
})

function ViewsPage() {
  const today = formatDay(dayOf(Date.now()))
  const { api } = Route.useRouteContext()
  const { views } = Route.useLoaderData()
  const router = useRouter()
  const undoable = useUndoable()
  const remove = ({ id: viewId, name }: SavedView) =>
    undoable({
      act: (options) => api.savedViews.deleteView({ viewId }, options),
      done: m['savedViews.deleted']({ name }),
      failed: m['savedViews.failed'],
    })
  const [changing, setChanging] = useState<SavedView>()
  return (
    <ListPage
      title={m['savedViews.title']()}
      lead={m['savedViews.lead']()}
      tabs={<AnalyticsNav path="/analytics/views" />}
      found={views}
      failed={m['savedViews.loadFailed']()}
      example={() => import('./example-views.ts').then(({ exampleViews }) => exampleViews())}
      empty={{ title: m['savedViews.empty.title'](), text: m['savedViews.empty.text']() }}
      below={
        changing ? (
          <Suspense>
            <Dialog
              page={changing.page}
              view={changing}
              onClose={() => setChanging(undefined)}
              onSaved={() => router.invalidate()}
            />
          </Suspense>
        ) : undefined
      }
    >
      {({ items }) => (
        <DataTable
          label={m['savedViews.title']()}
          rows={items}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'name',
              title: m['savedViews.name'](),
              phone: 'main',
              cell: (view) => <a href={localized(viewAddress(view, today))}>{view.name}</a>,
            },
            {
              id: 'page',
              sentence: true,
              title: m['savedViews.page'](),
              phone: 'status',
              cell: ({ page }) => kinds[page].title(),
            },
            {
              id: 'shared',
              sentence: true,
              title: m['savedViews.who'](),
              cell: ({ shared, own, owner }) =>
                own
                  ? shared
                    ? m['savedViews.everyone']()
                    : m['savedViews.onlyMe']()
                  : m['savedViews.by']({ name: owner.name }),
            },
            {
              id: 'report',
              sentence: true,
              title: m['savedViews.report.label'](),
              phone: 'detail',
              cell: ({ report }) => reportNames[report](),
            },
            {
              id: 'actions',
              title: m['savedViews.actions'](),
              hiddenTitle: true,
              phone: 'menu',
              cell: (view) =>
                view.own ? (
                  <ActsMenu
                    label={m['savedViews.actsOf']({ name: view.name })}
                    acts={[
                      {
                        label: m['savedViews.change'](),
                        path: mdiPencilOutline,
                        onClick: () => setChanging(view),
                      },
                      {
                        label: m['savedViews.delete'](),
                        path: mdiTrashCanOutline,
                        danger: true,
                        onClick: () => remove(view),
                      },
                    ]}
                  />
                ) : undefined,
            },
          ]}
        />
      )}
    </ListPage>
  )
}
