import type { FieldError } from '#platform/errors.ts'
import { Big } from '#platform/money.ts'
import { pastMomentFault } from '#platform/windows.ts'
import type { OrderDraft } from '../contract.ts'

/** What is wrong with an order that a program tells, by its fields: each as the call names it. */
export type Faults = Record<string, FieldError>
type Line = OrderDraft['lines'][number]

/** Euros that one line comes to at most: far above any sale, and far below what sums can hold. */
export const lineMaxEuros = 10_000_000

const listedOf = ({ unitPrice, units }: Line) => new Big(unitPrice).times(units)
const paidOf = (line: Line) => listedOf(line).minus(line.discount ?? 0)
const above = (max: Big): FieldError => ({ code: 'validation.maximum', params: { max: max.toFixed() } })

/** Ids that come twice or are of nothing, moments that have not been, amounts that no sale has. */
export function faultsOf(draft: OrderDraft, now: Date): Faults {
  return { ...idFaults(draft), ...dateFaults(draft, now), ...lineFaults(draft), ...refundFaults(draft) }
}

/** Lines beyond what is taken for a sale, at the order's rate. */
export const sizeFaults = ({ lines }: OrderDraft, rate: Big): Faults =>
  Object.fromEntries(
    lines.flatMap((line, at) =>
      listedOf(line).times(rate).gt(lineMaxEuros)
        ? [[`lines.${at}.unitPrice`, { code: 'orders.lineTooLarge', params: { max: lineMaxEuros } }]]
        : [],
    ),
  )

function idFaults({ lines, refunds = [] }: OrderDraft): Faults {
  const ids = lines.map(({ id }) => id)
  const known = new Set(ids)
  return {
    ...Object.fromEntries(
      ids.flatMap((id, at) =>
        ids.indexOf(id) === at ? [] : [[`lines.${at}.id`, { code: 'orders.lineTwice' }]],
      ),
    ),
    ...Object.fromEntries(
      refunds.flatMap((refund, at) =>
        refund.lines.flatMap(({ id }, part) =>
          known.has(id) ? [] : [[`refunds.${at}.lines.${part}.id`, { code: 'orders.lineUnknown' }]],
        ),
      ),
    ),
  }
}

/** Everything that an order tells of has happened, and what takes it back not before it. */
function dateFaults(draft: OrderDraft, now: Date): Faults {
  const back: [string, string | null | undefined][] = [
    ['cancelledAt', draft.cancelledAt],
    ...(draft.refunds ?? []).map(({ at }, index): [string, string] => [`refunds.${index}.at`, at]),
  ]
  const told: typeof back = [['placedAt', draft.placedAt], ['updatedAt', draft.updatedAt], ...back]
  const placedAt = Date.parse(draft.placedAt)
  return Object.fromEntries([
    ...back.flatMap(([field, at]) =>
      at && Date.parse(at) < placedAt ? [[field, { code: 'orders.beforeOrder' }]] : [],
    ),
    ...told.flatMap(([field, at]) => {
      const fault = at ? pastMomentFault(Date.parse(at), now) : undefined
      return fault ? [[field, fault]] : []
    }),
  ])
}

function lineFaults({ lines }: OrderDraft): Faults {
  const faults: Faults = {}
  lines.forEach((line, at) => {
    const [listed, paid] = [listedOf(line), paidOf(line)]
    if (paid.lt(0)) faults[`lines.${at}.discount`] = above(listed)
    else if (paid.lt(line.tax ?? 0)) faults[`lines.${at}.tax`] = above(paid)
  })
  return faults
}

/** Whole cents may be told of what a line comes to in more decimals. */
const slack = 0.01
const atLeastZero = (amount: Big) => (amount.lt(0) ? new Big(0) : amount)

/**
 * Tax of what goes back: as the call says it, else the line's own share of it. A whole refund takes back all of its tax.
 */
export function refundTax(line: Line, { amount, tax }: { amount: string; tax?: string | undefined }): Big {
  if (tax !== undefined) return new Big(tax)
  const paid = paidOf(line)
  return paid.eq(0) ? new Big(0) : new Big(line.tax ?? 0).times(amount).div(paid).round(6)
}

/** What is left of a line to go back. */
interface Rest {
  paid: Big
  tax: Big
}

/** What goes back of a line is at most what was paid for it, with its tax and without, all of its refunds together. */
function refundFaults({ lines, refunds = [] }: OrderDraft): Faults {
  const faults: Faults = {}
  const known = new Map(lines.map((line) => [line.id, line]))
  const left = new Map(
    lines.map((line): [string, Rest] => [line.id, { paid: paidOf(line), tax: new Big(line.tax ?? 0) }]),
  )
  refunds.forEach((refund, at) => {
    if (refunds.findIndex(({ id }) => id === refund.id) !== at)
      faults[`refunds.${at}.id`] = { code: 'orders.refundTwice' }
    refund.lines.forEach((part, place) => {
      const [line, rest] = [known.get(part.id), left.get(part.id)]
      if (!line || !rest) return
      const tax = refundTax(line, part)
      const isAgain = refund.lines.findIndex(({ id }) => id === part.id) !== place
      const own = isAgain ? { id: { code: 'orders.lineTwice' } } : partFaults(part.amount, tax, rest)
      for (const [name, fault] of Object.entries(own)) faults[`refunds.${at}.lines.${place}.${name}`] = fault
      left.set(part.id, { paid: rest.paid.minus(part.amount), tax: atLeastZero(rest.tax.minus(tax)) })
    })
  })
  return faults
}

function partFaults(amount: string, tax: Big, rest: Rest): Faults {
  if (rest.paid.lt(amount)) return { amount: { ...above(rest.paid), code: 'orders.refundAboveSale' } }
  const least = atLeastZero(new Big(amount).minus(rest.paid.minus(rest.tax)))
  const most = rest.tax.gt(amount) ? new Big(amount) : rest.tax
  if (tax.gt(most.plus(slack)) || tax.gt(amount) || tax.lt(least.minus(slack)))
    return { tax: { code: 'validation.range', params: { min: least.toFixed(), max: most.toFixed() } } }
  return {}
}
