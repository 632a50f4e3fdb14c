import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { domainStates } from '#platform/constants.ts'
import { Button } from '#ui/button.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './portal-form.module.css'
import type { OnePortal } from './portal-values.ts'
import { domainMark, domainReasonWord, domainWord } from './portal-words.ts'

/** Where the verification of the saved domain stands, why, and the two records that it needs. */
export function DomainState({ portal }: { portal: OnePortal }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const { domain, customDomain, domainState } = portal
  if (!domain || !customDomain) return null
  const again = async () => {
    setBusy(true)
    const result = await api.portals.verifyDomain({ portalId: portal.id })
    setBusy(false)
    if (isFailure(result)) toast(m['portals.form.failed'](), { kind: 'error' })
    else toast(m['portals.domainCheck.started']())
    await router.invalidate()
  }
  const records = [
    ['TXT', domain.txtName, domain.txtValue],
    ['CNAME', customDomain, domain.cnameTarget],
  ] as const
  return (
    <div className={classes.domain}>
      <div className={classes.domainHead}>
        <Status mark={domainMark(domainState)}>{domainWord(domainState)}</Status>
        <Button size="sm" busy={busy} onClick={again}>
          {m['portals.domainCheck.again']()}
        </Button>
      </div>
      {domain.reason ? <p>{domainReasonWord(domain.reason)}</p> : undefined}
      {domainState === domainStates.verified && !domain.reason ? undefined : (
        <>
          <p className={classes.quiet}>{m['portals.domainCheck.records']()}</p>
          <dl className={classes.records}>
            {records.map(([kind, name, value]) => (
              <div key={kind}>
                <dt>
                  {kind} <code>{name}</code>
                </dt>
                <dd>
                  <code>{value}</code>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  )
}
