import { mdiAccountPlusOutline } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { useListSearch } from '#ui/list-search.ts'
import { FilterBar } from '#ui/page.tsx'
import { totalFirst } from '#ui/total.ts'
import { useWished } from '#ui/use-wished.ts'
import { staffStates } from '../choices.ts'
import { staffColumns } from './staff-columns.tsx'
import { stateWord } from './staff-words.ts'
import { readStaffSearch } from './staffs-search.ts'

const InviteStaffDialog = lazy(() => import('./invite-staff-dialog.tsx'))

/** The provider's people. */
export const Route = createFileRoute('/_app/staffs')({
  validateSearch: readStaffSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => ({
    staff: await context.api.staff.listStaff(deps, { key: 'staff' }),
    now: new Date(),
  }),
  head: () => ({ meta: [{ title: `${m['staff.title']()} · Backline` }] }),
  component: StaffsPage,
})

function StaffsPage() {
  const { staff, now } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const search = useWished(Route.useSearch(), readStaffSearch)
  const [inviting, setInviting] = useState(false)
  const noResults = {
    title: search.q ? m['staff.noResults.title']({ q: search.q }) : m['staff.noResults.filtered'](),
    text: m['staff.noResults.text'](),
  }
  const { filter, clear, page } = useListSearch(readStaffSearch)
  const invite = can(permissionsOf(session), 'staff.managestaff') ? (
    <Button look="primary" icon={mdiAccountPlusOutline} onClick={() => setInviting(true)}>
      {m['staff.invite.open']()}
    </Button>
  ) : undefined
  return (
    <ListPage
      title={m['staff.title']()}
      lead={(found) =>
        found.total === 1 ? m['staff.leadOne']() : m['staff.lead']({ total: totalFirst(found) })
      }
      add={invite}
      found={staff}
      failed={m['staff.loadFailed']()}
      filtered
      empty={noResults}
      onClear={clear}
      onPage={page}
      filters={
        <FilterBar>
          <SearchBox label={m['staff.search']()} value={search.q ?? ''} onSearch={(q) => filter({ q })} />
          <FilterSelect
            label={m['staff.filter.state']()}
            all={m['staff.filter.allStates']()}
            value={search.state}
            options={staffStates.map((value) => ({ value, label: stateWord(value) }))}
            onChange={(state) => filter({ state })}
          />
        </FilterBar>
      }
      below={
        inviting ? (
          <Suspense>
            <InviteStaffDialog onClose={() => setInviting(false)} />
          </Suspense>
        ) : undefined
      }
    >
      {({ items }) => (
        <DataTable
          label={m['staff.title']()}
          columns={staffColumns(session?.user.id ?? '', now)}
          rows={items}
          rowKey={({ id }) => id}
          orderBy={search.orderBy ?? 'name'}
          onSort={(orderBy) => filter({ orderBy })}
        />
      )}
    </ListPage>
  )
}
