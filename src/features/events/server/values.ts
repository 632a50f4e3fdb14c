import { BadInput, type FieldError } from '#platform/errors.ts'
import { provinceCode } from '#platform/place.ts'
import { isTimeZone } from '#platform/time.ts'
import type { EventDraft } from '../contract.ts'

const dateOf = (moment: string | null | undefined) => (moment ? new Date(moment) : null)
const textOf = (text: string | null | undefined) => text || null

/** A draft as the table stores it; what is left out gets its default. @throws BadInput by the fields that disagree. */
export function eventValues(draft: EventDraft) {
  const values = {
    name: draft.name,
    kind: draft.kind ?? 'concert',
    startsAt: new Date(draft.startsAt),
    doorsAt: dateOf(draft.doorsAt),
    endsAt: dateOf(draft.endsAt),
    timeZone: draft.timeZone,
    venue: textOf(draft.venue),
    address: textOf(draft.address),
    city: textOf(draft.city),
    province: draft.country === 'ES' ? provinceCode('ES', draft.province) : textOf(draft.province),
    country: draft.country,
    lineUp: draft.lineUp ?? [],
    posterUrl: draft.posterUrl ?? null,
    tickets: (draft.tickets ?? []).map(({ type, url, onSaleAt }) => ({
      type,
      url: url ?? null,
      onSaleAt: onSaleAt ? new Date(onSaleAt).toISOString() : null,
    })),
    publication: draft.publication ?? 'draft',
    publishAt: draft.publication === 'scheduled' ? dateOf(draft.publishAt) : null,
    state: draft.state ?? 'scheduled',
  }
  const fields: Record<string, FieldError> = {}
  if (values.doorsAt && values.doorsAt > values.startsAt) fields.doorsAt = { code: 'events.doorsAfterStart' }
  if (values.endsAt && values.endsAt <= values.startsAt) fields.endsAt = { code: 'events.endsBeforeStart' }
  if (!isTimeZone(values.timeZone)) fields.timeZone = { code: 'events.timeZoneUnknown' }
  if (draft.country === 'ES' && draft.province && !values.province)
    fields.province = { code: 'events.provinceUnknown' }
  if (values.publication === 'scheduled' && !values.publishAt)
    fields.publishAt = { code: 'validation.required' }
  for (const [at, { type, url }] of values.tickets.entries())
    if (!url && type !== 'free' && type !== 'soldOut')
      fields[`tickets.${at}.url`] = { code: 'validation.required' }
  if (Object.keys(fields).length > 0) throw new BadInput('invalidInput', fields)
  return values
}
