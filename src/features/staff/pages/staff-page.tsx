import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { TimelineFrame } from '#features/activity/pages/timeline-frame.tsx'
import { isUuid } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { BackLink } from '#ui/back-link.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Page } from '#ui/page.tsx'
import { Badge } from '#ui/status.tsx'
import { StaffForm } from './staff-form.tsx'

/** One person of the provider: who they are and what they may do. */
export const Route = createFileRoute('/_app/staffs/$staffId')({
  beforeLoad: ({ params }) => {
    if (!isUuid(params.staffId)) throw notFound({ routeId: rootRouteId })
  },
  loader: async ({ context, params }) => {
    const [staff, activity] = await Promise.all([
      context.api.staff.getStaff(params),
      context.api.activity.listActivity({ about: params.staffId }),
    ])
    if (failureCode(staff) === 'notFound') throw notFound({ routeId: rootRouteId })
    return { staff, activity, now: new Date() }
  },
  head: ({ loaderData }) => {
    const staff = loaderData?.staff
    return { meta: [{ title: `${isFailure(staff) ? m['staff.title']() : staff.name} · Backline` }] }
  },
  component: StaffPage,
})

function StaffPage() {
  const { staff, activity, now } = Route.useLoaderData()
  const router = useRouter()
  const back = <BackLink to="/staffs">{m['staff.title']()}</BackLink>
  if (isFailure(staff))
    return (
      <Page title={m['staff.title']()} trail={[back]}>
        <ErrorState
          title={m['staff.loadFailed']()}
          code={failureCode(staff)}
          onRetry={() => router.invalidate()}
        />
      </Page>
    )
  return (
    <Page
      trail={[back, staff.name]}
      title={
        <>
          {staff.name} {staff.super ? <Badge>{m['staff.super']()}</Badge> : undefined}
        </>
      }
      lead={staff.email}
    >
      <StaffForm key={`${staff.id} ${staff.version} ${staff.state}`} staff={staff} now={now}>
        <TimelineFrame activity={activity} now={now} about={staff.id} />
      </StaffForm>
    </Page>
  )
}
