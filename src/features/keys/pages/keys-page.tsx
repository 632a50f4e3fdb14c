import { mdiPlus } from '@mdi/js'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { useAskFirst } from '#ui/ask-first.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { TrailLink } from '#ui/page.tsx'
import type { ApiKey } from '../contract.ts'
import { keyColumns } from './key-columns.tsx'

const KeyDialog = lazy(() => import('./key-dialog.tsx'))
const RotateDialog = lazy(() => import('./rotate-dialog.tsx'))

/** What lets programs read and change things in one's name. */
export const Route = createFileRoute('/_app/account/keys')({
  loader: async ({ context }) => ({ keys: await context.api.keys.listKeys({}, { key: 'keys' }) }),
  head: () => ({ meta: [{ title: `${m['keys.title']()} · Backline` }] }),
  component: KeysPage,
})

function KeysPage() {
  const { session, api } = Route.useRouteContext()
  const { keys } = Route.useLoaderData()
  const router = useRouter()
  const [making, setMaking] = useState(false)
  const [rotated, setRotated] = useState<ApiKey>()
  const ending = useAskFirst<ApiKey>({
    question: ({ name }) => ({
      title: m['keys.revokeTitle']({ name }),
      text: m['keys.revokeText'](),
      verb: m['keys.revoke'](),
      danger: true,
    }),
    act: ({ id }) => api.keys.revokeKey({ keyId: id }),
    done: m['keys.revoked'],
    failed: m['keys.revokeFailed'],
  })
  if (!session) return null
  const create = (
    <Button look="primary" icon={mdiPlus} onClick={() => setMaking(true)}>
      {m['keys.create']()}
    </Button>
  )
  return (
    <ListPage
      title={m['keys.title']()}
      lead={m['keys.lead']()}
      trail={[
        <TrailLink key="account" to="/account">
          {m['keys.account']()}
        </TrailLink>,
        m['keys.title'](),
      ]}
      add={create}
      found={keys}
      failed={m['keys.loadFailed']()}
      empty={{ title: m['keys.emptyTitle'](), text: m['keys.emptyText']() }}
      example={() => import('./example-keys.ts').then(({ exampleKeys }) => exampleKeys())}
      below={
        <>
          {making ? (
            <Suspense>
              <KeyDialog
                session={session}
                scopes={isFailure(keys) ? [] : keys.scopes}
                onClose={() => setMaking(false)}
                onMade={() => void router.invalidate()}
              />
            </Suspense>
          ) : undefined}
          {rotated ? (
            <Suspense>
              <RotateDialog
                apiKey={rotated}
                onClose={() => setRotated(undefined)}
                onMade={() => void router.invalidate()}
              />
            </Suspense>
          ) : undefined}
          {ending.dialog}
        </>
      }
    >
      {({ items }) => (
        <DataTable
          label={m['keys.title']()}
          columns={keyColumns(setRotated, ending.ask)}
          rows={items}
          rowKey={({ id }) => id}
        />
      )}
    </ListPage>
  )
}
