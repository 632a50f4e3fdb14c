import { mdiAccountPlusOutline } from '@mdi/js'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { failureCode, isFailure } from '#client.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { FilterBar, Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { totalFirst } from '#ui/total.ts'
import { staffStates } from '../choices.ts'
import { staffColumns } from './staff-columns.tsx'
import { stateWord } from './staff-words.ts'
import { readStaffSearch, type StaffSearch } from './staffs-search.ts'

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
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const [inviting, setInviting] = useState(false)
  const failed = isFailure(staff)
  const total = failed ? 0 : staff.total
  // A new filter starts again at the first page.
  const filter = (change: Partial<Record<keyof StaffSearch, string | undefined>>) =>
    navigate({
      search: readStaffSearch({ ...search, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  const invite = can(permissionsOf(session), 'staff.managestaff') ? (
    <Button look="primary" icon={mdiAccountPlusOutline} onClick={() => setInviting(true)}>
      {m['staff.invite.open']()}
    </Button>
  ) : undefined
  return (
    <Page
      title={m['staff.title']()}
      lead={
        failed
          ? undefined
          : total === 1
            ? m['staff.leadOne']()
            : m['staff.lead']({ total: totalFirst(staff) })
      }
      actions={invite}
    >
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
      {failed ? (
        <ErrorState
          title={m['staff.loadFailed']()}
          code={failureCode(staff)}
          onRetry={() => router.invalidate()}
        />
      ) : total === 0 ? (
        <Empty
          drawing={false}
          title={search.q ? m['staff.noResults.title']({ q: search.q }) : m['staff.noResults.filtered']()}
          text={m['staff.noResults.text']()}
          action={<Button onClick={() => navigate({ search: {} })}>{m['ui.clearFilters']()}</Button>}
        />
      ) : (
        <>
          <DataTable
            label={m['staff.title']()}
            columns={staffColumns(session?.user.id ?? '', now)}
            rows={staff.items}
            rowKey={({ id }) => id}
            orderBy={search.orderBy ?? 'name'}
            onSort={(orderBy) => filter({ orderBy })}
          />
          <Pager
            found={staff}
            onPage={(page) => navigate({ search: readStaffSearch({ ...search, page }) })}
          />
        </>
      )}
      {inviting ? (
        <Suspense>
          <InviteStaffDialog onClose={() => setInviting(false)} />
        </Suspense>
      ) : undefined}
    </Page>
  )
}
