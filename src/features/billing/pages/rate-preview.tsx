import { useRouteContext } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import type { commissionRateKeys } from '../choices.ts'

interface PreviewProps {
  rateKey: (typeof commissionRateKeys)[number]
  bp: number
  portalId: string
}

/** What a commission would have come to on last month's sales. */
export function RatePreview({ rateKey: key, bp, portalId }: PreviewProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const { money, month, number } = here()
  const { answer } = useAnswer(
    () => api.billing.previewRate({ key, bp, ...(portalId ? { portalId } : {}) }),
    `${key} ${bp} ${portalId}`,
  )
  if (!answer || isFailure(answer)) return undefined
  return (
    <Notice kind="info">
      {answer.portals === 0
        ? m['billing.rates.noSales']({ month: month(answer.month) })
        : m['billing.rates.wouldBe']({
            ...{ month: month(answer.month), net: money(answer.netCents) },
            ...{ portals: number(answer.portals), would: money(answer.wouldBeCents) },
            now: money(answer.commissionCents),
          })}
    </Notice>
  )
}
