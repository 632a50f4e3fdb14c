import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Api, type Failure, isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { useAskFirst } from '#ui/ask-first.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SwitchField } from '#ui/field.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { Frame } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import { silenceDays } from '../acceptance-days.ts'
import classes from './billing.module.css'

export type Billing = Exclude<Awaited<ReturnType<Api['billing']['getBilling']>>, Failure | undefined>

interface AgreementProps {
  portalId: string
  billing: Pick<Billing, 'agreed' | 'agreementVersion' | 'agreementParties'>
  /** May this person accept and withdraw it? */
  mayAccept: boolean
}

/** Who accepted it, when, and whether silence accepts bills. */
const AgreedText = ({ person, at, silence }: NonNullable<Billing['agreed']>) => (
  <>
    {m['billing.agreement.by']({ person, day: here().date(at) })}
    {silence ? `. ${m['billing.agreement.silent']({ days: silenceDays })}` : undefined}
  </>
)

/** The self-billing agreement: to be read and accepted, or who did and the way to withdraw it. */
export function Agreement({ portalId, billing, mayAccept }: AgreementProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [silence, setSilence] = useState(false)
  const { agreed, agreementVersion: version, agreementParties: parties } = billing
  const withdrawing = useAskFirst<string>({
    question: () => ({
      title: m['billing.agreement.withdrawTitle'](),
      text: m['billing.agreement.withdrawText'](),
      verb: m['billing.agreement.withdraw'](),
    }),
    act: (of) => api.billing.withdrawAgreement({ portalId: of }),
    done: m['billing.agreement.withdrawn'],
    failed: m['billing.failed'],
  })
  const accept = async () => {
    setBusy(true)
    const answer = await api.billing.acceptAgreement({ portalId, version, silence })
    setBusy(false)
    if (isFailure(answer)) return toast(m['billing.failed'](), { kind: 'error' })
    toast(m['billing.agreement.accepted']())
    await router.invalidate()
  }
  if (agreed)
    return (
      <div className={classes.headingRow}>
        <p className={classes.quiet}>
          <AgreedText {...agreed} />
        </p>
        {mayAccept ? (
          <Button size="sm" onClick={() => withdrawing.ask(portalId)}>
            {m['billing.agreement.withdraw']()}
          </Button>
        ) : undefined}
        {withdrawing.dialog}
      </div>
    )
  return (
    <Frame title={m['billing.agreement.title']()}>
      <div className={classes.stack}>
        <Notice kind="warning">{m['billing.agreement.missing']()}</Notice>
        {parties ? (
          <>
            <p className={classes.text}>{m['billing.agreement.text'](parties)}</p>
            <p className={classes.quiet}>
              {m['billing.agreement.version']({ version })} {m['billing.agreement.binding']()}
            </p>
          </>
        ) : mayAccept ? (
          <p className={classes.text}>{m['billing.agreement.partiesMissing']()}</p>
        ) : undefined}
        {parties && mayAccept ? (
          <>
            <SwitchField
              label={m['billing.agreement.silenceOffer']()}
              help={m['billing.agreement.silence']({ days: silenceDays })}
              checked={silence}
              onChange={setSilence}
            />
            <span>
              <Button look="primary" busy={busy} onClick={accept}>
                {m['billing.agreement.accept']()}
              </Button>
            </span>
          </>
        ) : undefined}
        {parties || !mayAccept ? undefined : (
          <span>
            <ButtonLink size="sm" to="/billing/information">
              {m['billing.tabs.information']()}
            </ButtonLink>
          </span>
        )}
      </div>
    </Frame>
  )
}
