import { useRouteContext } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { useAnswer } from '#ui/use-answer.ts'
import type { commissionRateKeys } from '../choices.ts'
import { RateTried } from './rate-tried.tsx'

interface PreviewProps {
  rateKey: (typeof commissionRateKeys)[number]
  bp: number
  portalId: string
}

/** What a commission would have come to on last month's sales. */
export function RatePreview({ rateKey: key, bp, portalId }: PreviewProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const { answer } = useAnswer(
    () => api.billing.previewRate({ key, bp, ...(portalId ? { portalId } : {}) }),
    `${key} ${bp} ${portalId}`,
  )
  if (!answer || isFailure(answer)) return undefined
  const { month, products, netCents, commissionCents, wouldBeCents } = answer
  return <RateTried month={month} rows={products} total={{ netCents, commissionCents, wouldBeCents }} />
}

interface ProductPreviewProps {
  portalId: string
  productId: string
  /** As the address has them: `0:2000,1000:1500`. */
  steps: string
}

/** The same of one product and its steps. */
export function ProductRatePreview({ portalId, productId, steps }: ProductPreviewProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const { answer } = useAnswer(
    () => api.billing.previewProductRate({ portalId, productId, steps }),
    `${portalId} ${productId} ${steps}`,
  )
  if (!answer || isFailure(answer)) return undefined
  const { month, tried } = answer
  return <RateTried month={month} rows={[tried]} />
}
