import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import type { FiscalSettings } from '../fiscal-contract.ts'

/** What the law asks for and is not done, most severe first; nothing where all is well. */
export function FiscalNotices({ settings }: { settings: FiscalSettings }) {
  const { date, dateTime } = here()
  const { off, dates, waiting, oldest } = settings
  return (
    <>
      {off.due > 0 ? (
        <Notice kind="error">
          {off.due === 1 ? m['billing.fiscal.dueOne']() : m['billing.fiscal.due']({ count: off.due })}
        </Notice>
      ) : undefined}
      {off.due === 0 && off.later > 0 ? (
        <Notice kind="warning">
          {m['billing.fiscal.later']({ company: date(dates.company), person: date(dates.person) })}
        </Notice>
      ) : undefined}
      {settings.mode === 'signed' && !settings.signable ? (
        <Notice kind="error">{m['billing.fiscal.unsignable']()}</Notice>
      ) : undefined}
      {waiting > 0 && oldest ? (
        <Notice kind={settings.service ? 'info' : 'warning'}>
          {waiting === 1
            ? m['billing.fiscal.waitsOne']({ at: dateTime(oldest) })
            : m['billing.fiscal.waits']({ count: waiting, at: dateTime(oldest) })}{' '}
          {settings.service ? '' : m['billing.fiscal.noService']()}
          {settings.notBefore ? m['billing.fiscal.pause']({ at: dateTime(settings.notBefore) }) : ''}
        </Notice>
      ) : undefined}
    </>
  )
}
