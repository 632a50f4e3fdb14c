import { mdiPlus, mdiTrashCanOutline } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { failureCode, isFailure } from '#client.ts'
import { contentTabs } from '#features/portals/pages/content-place.ts'
import type { Release } from '#features/releases/contract.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { ButtonLink, IconButton } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { here } from '#ui/formats.ts'
import { MainCell } from '#ui/main-cell.tsx'
import { Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { Status } from '#ui/status.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.tsx'
import { stateOf, titleOf } from './release-words.ts'
import type { readReleases } from './releases-data.ts'

interface ReleasesScreenProps extends Awaited<ReturnType<typeof readReleases>> {
  onPage: (page: number) => void
}

/** The releases of a portal. */
export function ReleasesScreen({ place, releases, onPage }: ReleasesScreenProps) {
  const { portal, base } = place
  const { session, api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [deleting, setDeleting] = useState<Release>()
  const remove = async () => {
    if (!deleting) return
    setDeleting(undefined)
    const removed = await api.releases.deleteRelease({ portalId: portal.id, releaseId: deleting.id })
    if (isFailure(removed) && removed !== null) return toast(m['releases.deleteFailed'](), { kind: 'error' })
    toast(m['releases.deleted']())
    await router.invalidate()
  }
  const add = (
    <ButtonLink to={`${base}/releases/new` as '/dashboard/releases'} look="primary" icon={mdiPlus}>
      {m['releases.new']()}
    </ButtonLink>
  )
  const empty = !isFailure(releases) && releases.total === 0
  return (
    <Page
      title={m['releases.title']()}
      lead={m['releases.lead']({ portal: portal.name })}
      actions={empty ? undefined : add}
    >
      <Tabs label={m['shell.tabs.label']()} tabs={contentTabs(place, session)} path={`${base}/releases`} />
      {isFailure(releases) ? (
        <ErrorState
          title={m['releases.loadFailed']()}
          code={failureCode(releases)}
          onRetry={() => router.invalidate()}
        />
      ) : empty ? (
        <Empty title={m['releases.empty.title']()} text={m['releases.empty.text']()} action={add} />
      ) : (
        <>
          <DataTable
            label={m['releases.title']()}
            columns={columns(base, setDeleting)}
            rows={releases.items}
            rowKey={(release) => release.id}
          />
          <Pager found={releases} onPage={onPage} />
        </>
      )}
      <Confirm
        question={
          deleting && {
            title: m['releases.confirm.title']({ title: titleOf(deleting, getLocale()) }),
            text: m['releases.confirm.text']({ count: deleting.signUps }),
            verb: m['releases.confirm.verb'](),
            danger: true,
          }
        }
        onConfirm={remove}
        onCancel={() => setDeleting(undefined)}
      />
    </Page>
  )
}

function columns(base: string, onDelete: (release: Release) => void): Column<Release>[] {
  const { dateTime, number } = here()
  const locale = getLocale()
  return [
    {
      id: 'title',
      title: m['releases.column.title'](),
      phone: 'main',
      cell: (release) => (
        <MainCell path={`${base}/releases/${release.id}`} name={titleOf(release, locale)} of={release} />
      ),
    },
    {
      id: 'state',
      title: m['releases.column.state'](),
      phone: 'status',
      cell: (release) => <Status mark={stateOf(release).mark}>{stateOf(release).word}</Status>,
    },
    {
      id: 'releaseAt',
      title: m['releases.column.releaseAt'](),
      numeric: true,
      phone: 'detail',
      cell: ({ releaseAt }) => dateTime(releaseAt),
    },
    {
      id: 'signUps',
      title: m['releases.column.signUps'](),
      numeric: true,
      cell: ({ signUps }) => number(signUps),
    },
    {
      id: 'clicks',
      title: m['releases.column.clicks'](),
      numeric: true,
      cell: ({ clicks }) => number(clicks),
    },
    {
      id: 'menu',
      title: m['ui.actions'](),
      hiddenTitle: true,
      phone: 'menu',
      cell: (release) => (
        <IconButton
          label={m['releases.delete']({ title: titleOf(release, locale) })}
          path={mdiTrashCanOutline}
          onClick={() => onDelete(release)}
        />
      ),
    },
  ]
}
