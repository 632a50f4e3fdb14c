import { createFileRoute, notFound, rootRouteId } from '@tanstack/react-router'
import { failureCode } from '#client.ts'
import { currentPortal, isUuid } from '#navigation.ts'
import { m } from '#paraglide/messages.js'
import { TrailLink } from '#ui/page.tsx'
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
    const member = await context.api.team.getMember({ portalId: portal.id, memberId: params.memberId })
    if (failureCode(member) === 'notFound') throw notFound({ routeId: rootRouteId })
    return { portal: { id: portal.id, name: portal.name, permissions: portal.permissions }, member }
  },
  head: () => ({ meta: [{ title: `${m['team.member.step']()} · Backline` }] }),
  component: () => {
    const { portal, member } = Route.useLoaderData()
    const trail = [
      <TrailLink key="team" to="/team">
        {m['team.title']()}
      </TrailLink>,
      m['team.member.step'](),
    ]
    return <MemberScreen portal={portal} member={member} trail={trail} />
  },
})
