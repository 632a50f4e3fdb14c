import type { ReactNode } from 'react'
import type { Result } from '#client.ts'
import { TimelineFrame } from '#features/activity/pages/timeline-frame.tsx'
import { m } from '#paraglide/messages.js'
import { EntityPage, versionKey } from '#ui/entity-page.tsx'
import { here } from '#ui/formats.ts'
import type { Member } from '../contract.ts'
import { InvitationPortals } from './invitation-portals.tsx'
import type { memberActivity } from './member-activity.ts'
import { MemberForm, type MemberPortal } from './member-form.tsx'

type Activity = Awaited<ReturnType<typeof memberActivity>>

/** A member with their role and permissions, or why they could not be loaded. */
export function MemberScreen({
  portal,
  member,
  activity,
  now,
  list,
  above,
}: {
  portal: MemberPortal
  member: Result<Member>
  /** Undefined for who may not read it. */
  activity: Activity
  now: Date
  /** Where the member stands, and what lies above. */
  list: { to: string; title: string }
  above?: ReactNode[]
}) {
  return (
    <EntityPage
      entity={member}
      failed={m['team.loadFailed']()}
      list={list}
      {...(above ? { above } : {})}
      title={({ name }) => name}
      step={() => m['team.member.step']()}
      lead={leadOf}
    >
      {(one) => (
        <MemberForm key={versionKey(one)} portal={portal} member={one}>
          <InvitationPortals member={one} at={portal.id} />
          {activity ? <TimelineFrame activity={activity} now={now} about={one.id} /> : undefined}
        </MemberForm>
      )}
    </EntityPage>
  )
}

const leadOf = ({ email, lastSeenAt, pending }: Member) =>
  pending
    ? m['team.member.leadPending']({ email })
    : lastSeenAt
      ? m['team.member.lead']({ email, seen: here().dateTime(lastSeenAt) })
      : m['team.member.leadNever']({ email })
