import { mdiPlus } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isFailure } from '#client.ts'
import { currentPortal, dashboardTabs } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { useAskFirst } from '#ui/ask-first.tsx'
import { Button } from '#ui/button.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { WebhookEndpoint } from '../contract.ts'
import { EndpointFrame } from './endpoint-frame.tsx'
import classes from './webhooks.module.css'

const EndpointDialog = lazy(() => import('./endpoint-dialog.tsx'))
const sendingsShown = 10

/** Programs that are told what happens at the current portal. */
export const Route = createFileRoute('/_app/dashboard/webhooks')({
  beforeLoad: ({ context }) => {
    const portal = currentPortal(context.session)
    if (!portal || !can(portal.permissions, 'portal.editconfiguration')) notThere()
    return { portal }
  },
  loader: async ({ context: { api, portal } }) => {
    const endpoints = await api.webhooks.listEndpoints({ portalId: portal.id })
    const sendings = await Promise.all(
      (isFailure(endpoints) ? [] : endpoints.items).map(async ({ id }) => {
        const found = await api.webhooks.listSendings({ portalId: portal.id, endpointId: id })
        return [id, isFailure(found) ? [] : found.items.slice(0, sendingsShown)] as const
      }),
    )
    return { portal, endpoints, sendings: Object.fromEntries(sendings) }
  },
  head: () => ({ meta: [{ title: `${m['webhooks.title']()} · Backline` }] }),
  component: WebhooksPage,
})

function WebhooksPage() {
  const { portal, endpoints, sendings } = Route.useLoaderData()
  const { session, api } = Route.useRouteContext()
  const [open, setOpen] = useState<{ endpoint?: WebhookEndpoint; renew?: boolean }>()
  const ending = useAskFirst<WebhookEndpoint>({
    question: ({ name }) => ({
      title: m['webhooks.deleteTitle']({ name }),
      text: m['webhooks.deleteText'](),
      verb: m['webhooks.delete'](),
      danger: true,
    }),
    act: ({ id }) => api.webhooks.deleteEndpoint({ portalId: portal.id, endpointId: id }),
    done: m['webhooks.deleted'],
    failed: m['webhooks.actFailed'],
  })
  return (
    <ListPage
      title={m['webhooks.title']()}
      lead={m['webhooks.lead']({ portal: portal.name })}
      tabs={<Tabs label={m['shell.tabs.label']()} tabs={dashboardTabs(session)} path="/dashboard/portal" />}
      add={
        <Button look="primary" icon={mdiPlus} onClick={() => setOpen({})}>
          {m['webhooks.add']()}
        </Button>
      }
      found={endpoints}
      failed={m['webhooks.loadFailed']()}
      empty={{ title: m['webhooks.emptyTitle'](), text: m['webhooks.emptyText']() }}
      example={() => import('./example-endpoints.ts').then(({ exampleEndpoints }) => exampleEndpoints())}
      below={
        <>
          {open ? (
            <Suspense>
              <EndpointDialog
                portalId={portal.id}
                offered={isFailure(endpoints) ? [] : endpoints.offered}
                label={portal.label}
                {...open}
                onClose={() => setOpen(undefined)}
              />
            </Suspense>
          ) : undefined}
          {ending.dialog}
        </>
      }
    >
      {({ items }) => (
        <div className={classes.stack}>
          {items.map((endpoint) => (
            <EndpointFrame
              key={endpoint.id}
              portalId={portal.id}
              endpoint={endpoint}
              sendings={sendings[endpoint.id] ?? []}
              onEdit={() => setOpen({ endpoint })}
              onRenew={() => setOpen({ endpoint, renew: true })}
              onDelete={() => ending.ask(endpoint)}
            />
          ))}
        </div>
      )}
    </ListPage>
  )
}
