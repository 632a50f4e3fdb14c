import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { isPastDay } from '../past-day.ts'

/** What a rate of a day that has passed touches, and what it leaves as it is; nothing of one of today or later. */
export function PastRate({ validFrom, vat = false }: { validFrom: string; vat?: boolean }) {
  if (!validFrom || !isPastDay(validFrom, new Date())) return
  const day = here().date(validFrom)
  return (
    <Notice kind="info">
      {vat ? m['billing.rates.pastVat']({ day }) : m['billing.rates.pastCommission']({ day })}
    </Notice>
  )
}
