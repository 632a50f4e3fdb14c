import { mdiPlus, mdiTrashCanOutline } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { DeletedLately } from '#features/activity/pages/deleted-lately.tsx'
import { contentTabs } from '#features/portals/pages/content-place.ts'
import type { Release } from '#features/releases/contract.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { useAskFirst } from '#ui/ask-first.tsx'
import { ButtonLink, IconButton } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { ListPage } from '#ui/list-page.tsx'
import { MainCell } from '#ui/main-cell.tsx'
import { Status } from '#ui/status.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { stateOf, titleOf } from './release-words.ts'
import type { readReleases } from './releases-data.ts'

interface ReleasesScreenProps extends Awaited<ReturnType<typeof readReleases>> {
  onPage: (page: number) => void
}

/** The releases of a portal. */
export function ReleasesScreen({ place, releases, onPage }: ReleasesScreenProps) {
  const { portal, base } = place
  const { session, api } = useRouteContext({ from: '__root__' })
  const deletion = useAskFirst<Release>({
    question: (release) => ({
      title: m['releases.confirm.title']({ title: titleOf(release, getLocale()) }),
      text: m['releases.confirm.text']({ count: release.signUps }),
      verb: m['releases.confirm.verb'](),
      danger: true,
    }),
    act: ({ id }, options) => api.releases.deleteRelease({ portalId: portal.id, releaseId: id }, options),
    undoable: true,
    done: m['releases.deleted'],
    failed: m['releases.deleteFailed'],
  })
  const add = (
    <ButtonLink to={`${base}/releases/new` as '/dashboard/releases'} look="primary" icon={mdiPlus}>
      {m['releases.new']()}
    </ButtonLink>
  )
  return (
    <ListPage
      title={m['releases.title']()}
      lead={m['releases.lead']({ portal: portal.name })}
      tabs={
        <Tabs label={m['shell.tabs.label']()} tabs={contentTabs(place, session)} path={`${base}/releases`} />
      }
      add={add}
      found={releases}
      failed={m['releases.loadFailed']()}
      empty={{ title: m['releases.empty.title'](), text: m['releases.empty.text']() }}
      example={() =>
        import('./example-releases.ts').then(({ exampleReleases }) => exampleReleases(portal.id, new Date()))
      }
      onPage={onPage}
      below={
        <>
          <DeletedLately portalId={portal.id} />
          {deletion.dialog}
        </>
      }
    >
      {({ items }) => (
        <DataTable
          label={m['releases.title']()}
          columns={columns(base, (release) =>
            // Fans' addresses do not come back: only of them is it asked first.
            release.signUps > 0 ? deletion.ask(release) : void deletion.run(release),
          )}
          rows={items}
          rowKey={(release) => release.id}
        />
      )}
    </ListPage>
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
      sentence: true,
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
