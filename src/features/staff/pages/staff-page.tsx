import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { TimelineFrame } from '#features/activity/pages/timeline-frame.tsx'
import { idsOrNotThere, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { EntityPage, versionKey } from '#ui/entity-page.tsx'
import { Badge } from '#ui/status.tsx'
import { StaffForm } from './staff-form.tsx'

/** One person of the provider: who they are and what they may do. */
export const Route = createFileRoute('/_app/staffs/$staffId')({
  beforeLoad: ({ params }) => idsOrNotThere(params),
  loader: async ({ context, params }) => {
    const [staff, activity] = await Promise.all([
      context.api.staff.getStaff(params),
      context.api.activity.listActivity({ about: params.staffId }),
    ])
    orNotThere(staff)
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
  return (
    <EntityPage
      entity={staff}
      failed={m['staff.loadFailed']()}
      list={{ to: '/staffs', title: m['staff.title']() }}
      step={({ name }) => name}
      title={(one) => (
        <>
          {one.name} {one.super ? <Badge>{m['staff.super']()}</Badge> : undefined}
        </>
      )}
      lead={({ email }) => email}
    >
      {(one) => (
        <StaffForm key={`${versionKey(one)} ${one.state}`} staff={one} now={now}>
          <TimelineFrame activity={activity} now={now} about={one.id} />
        </StaffForm>
      )}
    </EntityPage>
  )
}
