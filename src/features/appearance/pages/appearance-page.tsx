import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { currentPortal } from '#navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Page } from '#ui/page.tsx'
import { AppearanceEditor } from './appearance-editor.tsx'

export const Route = createFileRoute('/_app/dashboard/appearance')({
  loader: async ({ context }) => {
    const portal = currentPortal(context.session)
    if (!portal || !can(portal.permissions, 'portal.editappearance')) throw notFound({ routeId: rootRouteId })
    const [state, designs, typographies] = await Promise.all([
      context.api.appearance.getAppearance({ portalId: portal.id }),
      context.api.appearance.listDesigns({}),
      context.api.appearance.listTypographies({}),
    ])
    return { portal, state, designs, typographies }
  },
  head: () => ({ meta: [{ title: `${m['appearance.title']()} · Backline` }] }),
  component: AppearancePage,
})

function AppearancePage() {
  const { portal, state, designs, typographies } = Route.useLoaderData()
  const router = useRouter()
  if (isFailure(state) || isFailure(designs) || isFailure(typographies))
    return (
      <Page title={m['appearance.title']()}>
        <ErrorState
          title={m['appearance.loadFailed']()}
          code={[state, designs, typographies].map((part) => failureCode(part)).find(Boolean)}
          onRetry={() => router.invalidate()}
        />
      </Page>
    )
  return (
    <AppearanceEditor
      key={portal.id}
      portalId={portal.id}
      loaded={state}
      designs={designs}
      typographies={typographies}
    />
  )
}
