import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { failureCode, isFailure, type Result } from '#client.ts'
import { TimelineFrame } from '#features/activity/pages/timeline-frame.tsx'
import { m } from '#paraglide/messages.js'
import { ErrorState } from '#ui/error-state.tsx'
import { here } from '#ui/formats.ts'
import { Page } from '#ui/page.tsx'
import type { Member } from '../contract.ts'
import type { memberActivity } from './member-activity.ts'
import { MemberForm, type MemberPortal } from './member-form.tsx'

type Activity = Awaited<ReturnType<typeof memberActivity>>

/** A member with their role and permissions, or why they could not be loaded. */
export function MemberScreen({
  portal,
  member,
  activity,
  now,
  trail,
}: {
  portal: MemberPortal
  member: Result<Member>
  /** Undefined for who may not read it. */
  activity: Activity
  now: Date
  trail: ReactNode[]
}) {
  const router = useRouter()
  if (isFailure(member))
    return (
      <Page title={m['team.member.step']()} trail={trail}>
        <ErrorState
          title={m['team.loadFailed']()}
          code={failureCode(member)}
          onRetry={() => router.invalidate()}
        />
      </Page>
    )
  const lead = member.lastSeenAt
    ? m['team.member.lead']({ email: member.email, seen: here().dateTime(member.lastSeenAt) })
    : m['team.member.leadNever']({ email: member.email })
  return (
    <Page title={member.name} lead={lead} trail={trail}>
      <MemberForm key={`${member.id} ${member.version}`} portal={portal} member={member}>
        {activity ? <TimelineFrame activity={activity} now={now} about={member.id} /> : undefined}
      </MemberForm>
    </Page>
  )
}
