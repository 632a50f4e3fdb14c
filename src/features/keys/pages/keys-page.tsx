import { mdiPlus } from '@mdi/js'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { failureCode, isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import type { ApiKey } from '../contract.ts'
import { keyColumns } from './key-columns.tsx'

const KeyDialog = lazy(() => import('./key-dialog.tsx'))

/** What lets programs read in one's name. */
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
  const [ending, setEnding] = useState<ApiKey>()
  if (!session) return null
  const revoke = async ({ id }: ApiKey) => {
    setEnding(undefined)
    if (isFailure(await api.keys.revokeKey({ keyId: id }))) toast(m['keys.revokeFailed'](), { kind: 'error' })
    else toast(m['keys.revoked']())
    await router.invalidate()
  }
  const create = (
    <Button look="primary" icon={mdiPlus} onClick={() => setMaking(true)}>
      {m['keys.create']()}
    </Button>
  )
  return (
    <Page
      title={m['keys.title']()}
      lead={m['keys.lead']()}
      trail={[
        <TrailLink key="account" to="/account">
          {m['keys.account']()}
        </TrailLink>,
        m['keys.title'](),
      ]}
      actions={!isFailure(keys) && keys.total > 0 ? create : undefined}
    >
      {isFailure(keys) ? (
        <ErrorState
          title={m['keys.loadFailed']()}
          code={failureCode(keys)}
          onRetry={() => router.invalidate()}
        />
      ) : keys.total === 0 ? (
        <Empty title={m['keys.emptyTitle']()} text={m['keys.emptyText']()} action={create} />
      ) : (
        <DataTable
          label={m['keys.title']()}
          columns={keyColumns(setEnding)}
          rows={keys.items}
          rowKey={({ id }) => id}
        />
      )}
      {making ? (
        <Suspense>
          <KeyDialog
            session={session}
            onClose={() => setMaking(false)}
            onMade={() => void router.invalidate()}
          />
        </Suspense>
      ) : undefined}
      <Confirm
        question={
          ending && {
            title: m['keys.revokeTitle']({ name: ending.name }),
            text: m['keys.revokeText'](),
            verb: m['keys.revoke'](),
            danger: true,
          }
        }
        onConfirm={() => ending && revoke(ending)}
        onCancel={() => setEnding(undefined)}
      />
    </Page>
  )
}
