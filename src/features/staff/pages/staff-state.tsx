import { mdiAccountCancelOutline, mdiAccountCheckOutline, mdiEmailFastOutline } from '@mdi/js'
import { useNavigate, useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure, type Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import type { Question } from '#ui/confirm-dialog.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import type { Staff } from '../contract.ts'
import classes from './staff.module.css'
import { stateMark, stateWord } from './staff-words.ts'

/** Whether the person gets in, and the ways to change that. */
export function StaffState({ staff, now }: { staff: Staff; now: Date }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'suspend' | 'revoke'>()
  const { ago, date } = here()
  const { id: staffId, name, may, state } = staff

  const done = async (result: Result<unknown>, word: string) => {
    setAsking(undefined)
    if (isFailure(result)) {
      const said = typeof result?.error === 'object' ? result.error.message : undefined
      return toast(said ?? m['staff.form.failed'](), { kind: 'error' })
    }
    toast(word)
    await router.invalidate()
  }
  const suspend = async () => done(await api.staff.suspendStaff({ staffId }), m['staff.suspended']({ name }))
  const lift = async () => done(await api.staff.liftSuspension({ staffId }), m['staff.lifted']({ name }))
  const resend = async () => done(await api.staff.resendStaffInvitation({ staffId }), m['staff.resent']())
  const revoke = async () => {
    const result = await api.staff.revokeStaff({ staffId })
    if (isFailure(result)) return done(result, '')
    toast(m['staff.revoked']())
    await navigate({ to: '/staffs', ignoreBlocker: true })
  }
  const facts = [
    [
      m['staff.column.state'](),
      <Status key="state" mark={stateMark(state)}>
        {stateWord(state)}
      </Status>,
    ],
    [
      m['staff.column.twoFactor'](),
      staff.twoFactor
        ? m['staff.twoFactor.on']()
        : staff.twoFactorRequired
          ? m['staff.twoFactor.required']()
          : m['staff.twoFactor.off'](),
    ],
    [m['staff.column.seen'](), staff.lastSeenAt ? ago(staff.lastSeenAt, now) : m['staff.never']()],
    [m['staff.column.created'](), date(staff.createdAt)],
  ] as const
  return (
    <Frame title={m['staff.access']()}>
      <dl className={classes.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.sideActions}>
        {may.resend ? (
          <Button size="sm" icon={mdiEmailFastOutline} onClick={resend}>
            {m['staff.resend']()}
          </Button>
        ) : undefined}
        {may.revoke ? (
          <Button size="sm" look="danger" onClick={() => setAsking('revoke')}>
            {m['staff.revoke']()}
          </Button>
        ) : undefined}
        {may.suspend && state === 'suspended' ? (
          <Button size="sm" icon={mdiAccountCheckOutline} onClick={lift}>
            {m['staff.lift']()}
          </Button>
        ) : undefined}
        {may.suspend && state === 'active' ? (
          <Button size="sm" look="danger" icon={mdiAccountCancelOutline} onClick={() => setAsking('suspend')}>
            {m['staff.suspend']()}
          </Button>
        ) : undefined}
      </div>
      <Confirm
        question={asking && questionOf(asking, name)}
        onConfirm={asking === 'revoke' ? revoke : suspend}
        onCancel={() => setAsking(undefined)}
      />
    </Frame>
  )
}

const questionOf = (asking: 'suspend' | 'revoke', name: string): Question =>
  asking === 'suspend'
    ? {
        title: m['staff.confirmSuspend.title']({ name }),
        text: m['staff.confirmSuspend.text'](),
        verb: m['staff.suspend'](),
        danger: true,
      }
    : {
        title: m['staff.confirmRevoke.title']({ name }),
        text: m['staff.confirmRevoke.text'](),
        verb: m['staff.revoke'](),
        danger: true,
      }
