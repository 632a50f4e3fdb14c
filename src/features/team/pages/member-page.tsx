import { createFileRoute, notFound, rootRouteId } from '@tanstack/react-router'
import { failureCode } from '#client.ts'
import { currentPortal, isUuid } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { TrailLink } from '#ui/page.tsx'
import { memberActivity } from './member-activity.ts'
import { MemberScreen } from './member-screen.tsx'

/** One member of the current portal. */
export const Route = createFileRoute('/_app/team/$memberId')({
  beforeLoad: ({ params, context }) => {
    const portal = currentPortal(context.session)
    if (!portal || !isUuid(params.memberId)) throw notFound({ routeId: rootRouteId })
    return { portal }
  },
  loader: async ({ context, params }) => {
    const { portal } = context
    const [member, activity] = await Promise.all([
      context.api.team.getMember({ portalId: portal.id, memberId: params.memberId }),
      memberActivity(context, portal.id, params.memberId),
    ])
    if (failureCode(member) === 'notFound') throw notFound({ routeId: rootRouteId })
    return {
      portal: { id: portal.id, name: portal.name, permissions: portal.permissions },
      member,
      activity,
      now: new Date(),
    }
  },
  head: () => ({ meta: [{ title: `${m['team.member.step']()} · Backline` }] }),
  component: () => {
    const { portal, member, activity, now } = Route.useLoaderData()
    const trail = [
      <TrailLink key="team" to="/team">
        {m['team.title']()}
      </TrailLink>,
      m['team.member.step'](),
    ]
    return <MemberScreen portal={portal} member={member} activity={activity} now={now} trail={trail} />
  },
})
