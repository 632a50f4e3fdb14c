import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import type { FiscalSettings } from '../fiscal-contract.ts'

/** What the law asks for and is not done, most severe first; nothing where all is well. */
export function FiscalNotices({ settings }: { settings: FiscalSettings }) {
  return (
    <>
      <ModesDue settings={settings} />
      {settings.mode === 'signed' && !settings.signable ? (
        <Notice kind="error">{m['billing.fiscal.unsignable']()}</Notice>
      ) : undefined}
      <RecordsWaiting settings={settings} />
    </>
  )
}

/** Issuers whose records the law asks for, or is going to. */
function ModesDue({ settings: { off, dates } }: { settings: FiscalSettings }) {
  const { date } = here()
  if (off.due > 0)
    return (
      <Notice kind="error">
        {off.due === 1 ? m['billing.fiscal.dueOne']() : m['billing.fiscal.due']({ count: off.due })}
      </Notice>
    )
  if (off.later === 0) return undefined
  return (
    <Notice kind="warning">
      {m['billing.fiscal.later']({ company: date(dates.company), person: date(dates.person) })}
    </Notice>
  )
}

/** Records that the agency has not answered yet. */
function RecordsWaiting({ settings }: { settings: FiscalSettings }) {
  const { dateTime } = here()
  const { waiting, oldest } = settings
  if (waiting === 0 || !oldest) return undefined
  return (
    <Notice kind={settings.service ? 'info' : 'warning'}>
      {waiting === 1
        ? m['billing.fiscal.waitsOne']({ at: dateTime(oldest) })
        : m['billing.fiscal.waits']({ count: waiting, at: dateTime(oldest) })}{' '}
      {settings.service ? '' : m['billing.fiscal.noService']()}
      {settings.notBefore ? m['billing.fiscal.pause']({ at: dateTime(settings.notBefore) }) : ''}
    </Notice>
  )
}
