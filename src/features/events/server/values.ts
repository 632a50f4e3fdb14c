import { BadInput, type FieldError } from '#platform/errors.ts'
import { provinceCode } from '#platform/place.ts'
import { isTimeZone } from '#platform/time.ts'
import type { EventDraft } from '../contract.ts'

const dateOf = (moment: string | null | undefined) => (moment ? new Date(moment) : null)
const textOf = (text: string | null | undefined) => text || null

const isReachable = ({ type, url }: { type: string; url: string | null }) =>
  url || type === 'free' || type === 'soldOut'

const isProvinceUnknown = ({ country, province }: EventDraft, values: Values) =>
  country === 'ES' && province && !values.province

/** What of an event as the table stores it disagrees, by its field. */
function faultsOf(values: Values, draft: EventDraft): Record<string, FieldError> {
  const { startsAt, doorsAt, endsAt, publication, publishAt, tickets } = values
  const faults: [field: string, isThere: unknown, code: string][] = [
    ['doorsAt', doorsAt && doorsAt > startsAt, 'events.doorsAfterStart'],
    ['endsAt', endsAt && endsAt <= startsAt, 'events.endsBeforeStart'],
    ['timeZone', !isTimeZone(values.timeZone), 'events.timeZoneUnknown'],
    ['province', isProvinceUnknown(draft, values), 'events.provinceUnknown'],
    ['publishAt', publication === 'scheduled' && !publishAt, 'validation.required'],
    ...tickets.map((ticket, at): [string, unknown, string] => [
      `tickets.${at}.url`,
      !isReachable(ticket),
      'validation.required',
    ]),
  ]
  return Object.fromEntries(faults.flatMap(([field, isThere, code]) => (isThere ? [[field, { code }]] : [])))
}

type Values = ReturnType<typeof valuesOf>

/** A draft as the table stores it; what is left out gets its default. @throws BadInput by the fields that disagree. */
export function eventValues(draft: EventDraft) {
  const values = valuesOf(draft)
  const fields = faultsOf(values, draft)
  if (Object.keys(fields).length > 0) throw new BadInput('invalidInput', fields)
  return values
}

function valuesOf(draft: EventDraft) {
  return {
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
}
