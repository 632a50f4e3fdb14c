import { createFileRoute, notFound, rootRouteId } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { isUuid } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { TrailLink } from '#ui/page.tsx'
import { memberActivity } from './member-activity.ts'
import { MemberScreen } from './member-screen.tsx'

/** A member of a portal that is not the current one: how staff and label managers get there. */
export const Route = createFileRoute('/_app/portals/$portalId/team/$memberId')({
  beforeLoad: ({ params }) => {
    if (!isUuid(params.portalId) || !isUuid(params.memberId)) throw notFound({ routeId: rootRouteId })
  },
  loader: async ({ context, params }) => {
    const [portal, member, activity] = await Promise.all([
      context.api.portals.getPortal({ portalId: params.portalId }),
      context.api.team.getMember(params),
      memberActivity(context, params.portalId, params.memberId),
    ])
    if (failureCode(portal) === 'notFound' || failureCode(member) === 'notFound')
      throw notFound({ routeId: rootRouteId })
    const own = context.session?.user.portals?.find(({ id }) => id === params.portalId)
    return {
      portal: {
        id: params.portalId,
        name: isFailure(portal) ? '' : portal.name,
        permissions: context.session?.user.permissions ?? own?.permissions ?? {},
      },
      member,
      activity,
      now: new Date(),
    }
  },
  head: () => ({ meta: [{ title: `${m['team.member.step']()} · Backline` }] }),
  component: () => {
    const { portal, member, activity, now } = Route.useLoaderData()
    const trail = [
      <TrailLink key="portals" to="/portals">
        {m['portals.title']()}
      </TrailLink>,
      <TrailLink key="portal" to="/portals/$portalId" params={{ portalId: portal.id }}>
        {portal.name}
      </TrailLink>,
      m['team.member.step'](),
    ]
    return <MemberScreen portal={portal} member={member} activity={activity} now={now} trail={trail} />
  },
})
