import type { Api, Failure } from '#client.ts'
import { amountText, typedCents, typedPct } from '#ui/amounts.ts'

export type OnePortal = Exclude<Awaited<ReturnType<Api['portals']['getPortal']>>, Failure | undefined>

/** What the form of a portal holds; the objective in euros, as people type it. */
export interface PortalValues {
  name: string
  code: string
  customUrl: string
  pictureUrl: string | null
  selfInvoice: boolean
  customDomain: string
  /** One a line. */
  apiOrigins: string
  objective: string
  advanceLimitPct: string
  settlementPct: string
}

export const valuesOf = (portal: OnePortal): PortalValues => ({
  name: portal.name,
  code: portal.code,
  customUrl: portal.customUrl,
  pictureUrl: portal.picture,
  selfInvoice: portal.selfInvoice,
  customDomain: portal.customDomain ?? '',
  apiOrigins: portal.apiOrigins.join('\n'),
  objective: portal.salesObjectiveCents === 0 ? '' : amountText(portal.salesObjectiveCents),
  advanceLimitPct: String(portal.advanceLimitPct),
  settlementPct: String(portal.settlementPct),
})

/** The names that `POST /portal/{portalId}` takes; the others are settings. */
export const dataNames = ['name', 'code', 'customUrl', 'pictureUrl'] as const

export const dataOf = ({ name, code, customUrl, pictureUrl }: PortalValues) => ({
  name,
  code,
  customUrl,
  pictureUrl,
})

/** The limit of advances is the provider's alone: others do not send it. */
export const settingsOf = (values: PortalValues, staff: boolean) => ({
  selfInvoice: values.selfInvoice,
  customUrl: values.customUrl,
  customDomain: values.customDomain.trim() || null,
  apiOrigins: values.apiOrigins.split(/\s+/).filter(Boolean),
  salesObjectiveCents: values.objective.trim() ? typedCents(values.objective) : 0,
  ...(staff
    ? {
        advanceLimitPct: typedPct(values.advanceLimitPct),
        settlementPct: typedPct(values.settlementPct),
      }
    : {}),
})
