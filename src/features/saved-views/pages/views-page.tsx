import { mdiDeleteOutline, mdiPencilOutline } from '@mdi/js'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { failureCode, isFailure } from '#client.ts'
import { analyticsTabs, kinds } from '#features/analytics/pages/detail-kinds.ts'
import { m } from '#paraglide/messages.js'
import { IconButton } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { localized } from '#ui/localized.ts'
import { Page } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.tsx'
import type { SavedView } from '../contract.ts'
import { reportNames } from './report-names.ts'
import classes from './saved-views.module.css'

const Dialog = lazy(() => import('./save-view-dialog.tsx'))

export const Route = createFileRoute('/_app/analytics/views')({
  loader: async ({ context }) => ({ views: await context.api.savedViews.listViews({}, { key: 'views' }) }),
  head: () => ({ meta: [{ title: `${m['savedViews.title']()} · Backline` }] }),
  component: ViewsPage,
})

function ViewsPage() {
  const { api } = Route.useRouteContext()
  const { views } = Route.useLoaderData()
  const router = useRouter()
  const [deleting, setDeleting] = useState<SavedView>()
  const [changing, setChanging] = useState<SavedView>()
  const remove = async (view: SavedView) => {
    setDeleting(undefined)
    const gone = await api.savedViews.deleteView({ viewId: view.id })
    if (isFailure(gone)) return toast(m['savedViews.failed'](), { kind: 'error' })
    toast(m['savedViews.deleted']({ name: view.name }))
    await router.invalidate()
  }
  return (
    <Page title={m['savedViews.title']()} lead={m['savedViews.lead']()}>
      <Tabs label={m['detail.tabs']()} tabs={analyticsTabs()} path="/analytics/views" />
      {isFailure(views) ? (
        <ErrorState
          title={m['savedViews.loadFailed']()}
          code={failureCode(views)}
          onRetry={() => router.invalidate()}
        />
      ) : views.items.length === 0 ? (
        <Empty title={m['savedViews.empty.title']()} text={m['savedViews.empty.text']()} />
      ) : (
        <DataTable
          label={m['savedViews.title']()}
          rows={views.items}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'name',
              title: m['savedViews.name'](),
              phone: 'main',
              cell: ({ name, page, query }) => (
                <a href={localized(`/analytics/${page}${query ? `?${query}` : ''}`)}>{name}</a>
              ),
            },
            {
              id: 'page',
              title: m['savedViews.page'](),
              phone: 'status',
              cell: ({ page }) => kinds[page].title(),
            },
            {
              id: 'shared',
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
                  <span className={classes.rowActions}>
                    <IconButton
                      label={m['savedViews.changeOne']({ name: view.name })}
                      path={mdiPencilOutline}
                      onClick={() => setChanging(view)}
                    />
                    <IconButton
                      label={m['savedViews.deleteOne']({ name: view.name })}
                      path={mdiDeleteOutline}
                      onClick={() => setDeleting(view)}
                    />
                  </span>
                ) : undefined,
            },
          ]}
        />
      )}
      {changing ? (
        <Suspense>
          <Dialog
            page={changing.page}
            view={changing}
            onClose={() => setChanging(undefined)}
            onSaved={() => router.invalidate()}
          />
        </Suspense>
      ) : undefined}
      <Confirm
        question={
          deleting && {
            title: m['savedViews.confirm.title']({ name: deleting.name }),
            text: m['savedViews.confirm.text'](),
            verb: m['savedViews.confirm.verb'](),
          }
        }
        onConfirm={() => deleting && remove(deleting)}
        onCancel={() => setDeleting(undefined)}
      />
    </Page>
  )
}
