import type { ReactNode } from 'react'
import type { Result } from '#client.ts'
import { TimelineFrame } from '#features/activity/pages/timeline-frame.tsx'
import { m } from '#paraglide/messages.js'
import { EntityPage, versionKey } from '#ui/entity-page.tsx'
import { here } from '#ui/formats.ts'
import { localized } from '#ui/localized.ts'
import { Frame } from '#ui/page.tsx'
import { roleNames } from '#ui/role-names.ts'
import type { Member } from '../contract.ts'
import type { memberActivity } from './member-activity.ts'
import { MemberForm, type MemberPortal } from './member-form.tsx'
import classes from './team.module.css'

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
          <InvitedTo member={one} at={portal.id} />
          {activity ? <TimelineFrame activity={activity} now={now} about={one.id} /> : undefined}
        </MemberForm>
      )}
    </EntityPage>
  )
}

/** What else somebody is asked to: each portal with its own role, changed there. */
function InvitedTo({ member, at }: { member: Member; at: string }) {
  const { invitedTo = [] } = member
  if (invitedTo.length < 2) return undefined
  return (
    <Frame title={m['team.member.invitedTo']()}>
      <ul className={classes.invited}>
        {invitedTo.map(({ id, name, role }) => (
          <li key={id}>
            {id === at ? <b>{name}</b> : <a href={localized(`/portals/${id}/team/${member.id}`)}>{name}</a>}{' '}
            <span>{roleNames[role]()}</span>
          </li>
        ))}
      </ul>
    </Frame>
  )
}

const leadOf = ({ email, lastSeenAt, pending }: Member) =>
  pending
    ? m['team.member.leadPending']({ email })
    : lastSeenAt
      ? m['team.member.lead']({ email, seen: here().dateTime(lastSeenAt) })
      : m['team.member.leadNever']({ email })
