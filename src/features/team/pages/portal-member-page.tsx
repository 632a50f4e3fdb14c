import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { idsOrNotThere, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { TrailLink } from '#ui/page.tsx'
import { memberActivity } from './member-activity.ts'
import { MemberScreen } from './member-screen.tsx'

/** A member of a portal that is not the current one: how staff and label managers get there. */
export const Route = createFileRoute('/_app/portals/$portalId/team/$memberId')({
  beforeLoad: ({ params }) => idsOrNotThere(params),
  loader: async ({ context, params }) => {
    const [portal, member, activity] = await Promise.all([
      context.api.portals.getPortal({ portalId: params.portalId }),
      context.api.team.getMember(params),
      memberActivity(context, params.portalId, params.memberId),
    ])
    orNotThere(portal)
    orNotThere(member)
    const own = context.session?.user.portals?.find(({ id }) => id === params.portalId)
    return {
      portal: {
        id: params.portalId,
        ...(isFailure(portal)
          ? { name: '', label: false, master: false }
          : { name: portal.name, label: portal.label, master: portal.master }),
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
    const portals = (
      <TrailLink key="portals" to="/portals">
        {m['portals.title']()}
      </TrailLink>
    )
    const list = { to: `/portals/${portal.id}`, title: portal.name }
    return (
      <MemberScreen
        portal={portal}
        member={member}
        activity={activity}
        now={now}
        list={list}
        above={[portals]}
      />
    )
  },
})
