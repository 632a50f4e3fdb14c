import type { Locale } from '#platform/constants.ts'
import { formats } from '#platform/format.ts'
import { words } from '#platform/words.ts'

interface Line {
  type: string
  portalName: string | null
  month: string
  description: string | null
  reference: string | null
}

/** What a line says of itself on paper. */
export function lineText({ type, portalName, month, description, reference }: Line, locale: Locale): string {
  const params = { portal: portalName ?? '', month: formats(locale).month(month), reference: reference ?? '' }
  if (type === 'Income') return words('billing.line.income', locale, params)
  if (type === 'On demand') return words('billing.line.onDemand', locale, params)
  if (type === 'Adjustment' && !description)
    return words('billing.line.carried', locale, {
      month: reference ? formats(locale).month(`${reference}-01`) : params.month,
    })
  if (type === 'Advance' && reference) return words('billing.line.settled', locale, params)
  return description ?? words('billing.line.advance', locale)
}
