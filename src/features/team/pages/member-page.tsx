import { createFileRoute } from '@tanstack/react-router'
import { currentPortal } from '#pages/navigation.ts'
import { idsOrNotThere, notThere, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { memberActivity } from './member-activity.ts'
import { MemberScreen } from './member-screen.tsx'

/** One member of the current portal. */
export const Route = createFileRoute('/_app/team/$memberId')({
  beforeLoad: ({ params, context }) => {
    const portal = currentPortal(context.session)
    if (!portal) notThere()
    idsOrNotThere(params)
    return { portal }
  },
  loader: async ({ context, params }) => {
    const { portal } = context
    const [member, activity] = await Promise.all([
      context.api.team.getMember({ portalId: portal.id, memberId: params.memberId }),
      memberActivity(context, portal.id, params.memberId),
    ])
    orNotThere(member)
    return {
      portal,
      member,
      activity,
      now: new Date(),
    }
  },
  head: () => ({ meta: [{ title: `${m['team.member.step']()} · Backline` }] }),
  component: () => {
    const { portal, member, activity, now } = Route.useLoaderData()
    const list = { to: '/team', title: m['team.title']() }
    return <MemberScreen portal={portal} member={member} activity={activity} now={now} list={list} />
  },
})
