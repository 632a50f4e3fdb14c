import { mdiAccountCancelOutline, mdiAccountCheckOutline, mdiEmailFastOutline } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { type Failure, isFailure, type Result, reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { useAskFirst } from '#ui/ask-first.tsx'
import { Button } from '#ui/button.tsx'
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
  const { ago, date } = here()
  const { id: staffId, name, may, state } = staff

  const done = async (result: Result<unknown>, word: string) => {
    if (isFailure(result)) return toast(failed(result), { kind: 'error' })
    toast(word)
    await router.invalidate()
  }
  const lift = async () => done(await api.staff.liftSuspension({ staffId }), m['staff.lifted']({ name }))
  const resend = async () => done(await api.staff.resendStaffInvitation({ staffId }), m['staff.resent']())
  const suspension = useAskFirst<Staff>({
    question: (of) => ({
      title: m['staff.confirmSuspend.title']({ name: of.name }),
      text: m['staff.confirmSuspend.text'](),
      verb: m['staff.suspend'](),
      danger: true,
    }),
    act: () => api.staff.suspendStaff({ staffId }),
    done: () => m['staff.suspended']({ name }),
    failed,
  })
  const revocation = useAskFirst<Staff>({
    question: (of) => ({
      title: m['staff.confirmRevoke.title']({ name: of.name }),
      text: m['staff.confirmRevoke.text'](),
      verb: m['staff.revoke'](),
      danger: true,
    }),
    act: () => api.staff.revokeStaff({ staffId }),
    done: m['staff.revoked'],
    failed,
    leaveTo: '/staffs',
  })
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
          <Button size="sm" look="danger" onClick={() => revocation.ask(staff)}>
            {m['staff.revoke']()}
          </Button>
        ) : undefined}
        {may.suspend && state === 'suspended' ? (
          <Button size="sm" icon={mdiAccountCheckOutline} onClick={lift}>
            {m['staff.lift']()}
          </Button>
        ) : undefined}
        {may.suspend && state === 'active' ? (
          <Button
            size="sm"
            look="danger"
            icon={mdiAccountCancelOutline}
            onClick={() => suspension.ask(staff)}
          >
            {m['staff.suspend']()}
          </Button>
        ) : undefined}
      </div>
      {suspension.dialog}
      {revocation.dialog}
    </Frame>
  )
}

const failed = (failure: Failure | undefined) => reasonOf(failure) ?? m['staff.form.failed']()
