import { todayPlus } from '#platform/windows.ts'
import type { Racer, Send } from './racer.ts'
import { portals } from './world/cast.ts'

type Fields = Record<string, unknown>
const portalId = portals.ninoLobo.id
/** One that issues its own invoices. */
const ownPortalId = portals.veraCantil.id

const must = ({ status, body }: { status: number; body: Fields }): Fields => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
const at = (bill: Fields) => ({ input: { billId: bill.id }, version: Number(bill.version) })
/** In Madrid: of the month that open bills are of, whenever that is. */
const today = (days = 0) => todayPlus(new Date(), days)
const said = (side: number, round: number) => `Lado ${side} ${round}`

/** The open bill of a portal's account with something on it. */
async function open(send: Send, of = portalId): Promise<Fields> {
  const { next } = must(await send('billing.getBilling', { portalId: of })) as { next: Fields }
  const line = { type: 'Extra', description: 'Carrera', amountCents: 100, reason: 'Carrera' }
  return must(await send('billing.addLine', { billId: next.id, ...line }))
}

async function pending(send: Send, of = portalId): Promise<Fields> {
  const bill = await open(send, of)
  return must(await send('billing.closeBill', { billId: bill.id }, Number(bill.version)))
}

async function approved(send: Send): Promise<Fields> {
  const bill = await pending(send)
  return must(await send('billing.approveBill', { billId: bill.id, proof: 'Carrera' }, Number(bill.version)))
}

const asked = async (send: Send) => must(await send('billing.requestAdvance', { portalId, amountCents: 100 }))

/** Two people and one bill: each step of its way, and who is paid. */
export const billingRacers: Record<string, Racer> = {
  'billing.closeBill': { read: 'billing.getBill', fresh: async (send) => at(await open(send)) },
  'billing.approveBill': {
    read: 'billing.getBill',
    fresh: async (send) => at(await pending(send)),
    mark: (side, round) => ({ proof: said(side, round) }),
  },
  'billing.disputeBill': {
    read: 'billing.getBill',
    fresh: async (send) => at(await pending(send)),
    mark: (side, round) => ({ reason: said(side, round) }),
  },
  'billing.cancelBill': {
    read: 'billing.getBill',
    fresh: async (send) => at(await pending(send)),
    mark: (side, round) => ({ reason: said(side, round) }),
  },
  'billing.annulRecords': {
    read: 'billing.getBill',
    fresh: async (send) => {
      const { input, version } = at(await approved(send))
      const said = { ...input, reason: 'Carrera' }
      const proposed = must(await send('billing.cancelBill', { ...said, fault: 'detail' }, version)) as {
        correctedBy: Fields
      }
      const corrective = at(must(await send('billing.getBill', { billId: proposed.correctedBy.id })))
      must(await send('billing.approveBill', { ...corrective.input, proof: 'Carrera' }, corrective.version))
      const cancelled = must(await send('billing.getBill', input))
      return { input: said, version: Number(cancelled.version) }
    },
  },
  'billing.mendRecord': {
    read: 'billing.getBill',
    // What a record says instead is not told with the bill.
    fresh: async (send) => {
      const { input, version } = at(await approved(send))
      return { input: { ...input, reason: 'Carrera', issuerName: 'Carrera' }, version }
    },
  },
  'billing.setPayment': {
    read: 'billing.getBill',
    fresh: async (send) => {
      const { input, version } = at(await approved(send))
      return { input: { ...input, payment: 'paid' }, version }
    },
    mark: (side) => ({ on: today(-side) }),
    seen: (body) => ({ on: body.paidOn }),
  },
  'billing.setOwnInvoice': {
    read: 'billing.getBill',
    fresh: async (send) => {
      const portal = must(await send('portals.getPortal', { portalId: ownPortalId }))
      const settings = { portalId: ownPortalId, selfInvoice: false }
      if (portal.selfInvoice)
        must(await send('portals.updateSettings', { ...portal, ...settings }, Number(portal.version)))
      const { input, version } = at(await pending(send, ownPortalId))
      const { totals } = must(await send('billing.getBill', input)) as { totals: Record<string, number> }
      const { baseCents, taxCents, retentionCents, totalCents } = totals
      const file = Buffer.from('%PDF-1.4 own').toString('base64')
      const amounts = { baseCents, taxCents, retentionCents, totalCents }
      return { input: { ...input, ...amounts, date: today(), file }, version }
    },
    mark: (side, round) => ({ number: said(side, round) }),
    seen: (body) => ({ number: body.ownNumber }),
  },
  'billing.reviewAdvance': { read: 'billing.getBill', fresh: async (send) => at(await asked(send)) },
  'billing.grantAdvance': {
    read: 'billing.getBill',
    fresh: async (send) => {
      const advance = at(await asked(send))
      return at(must(await send('billing.reviewAdvance', advance.input, advance.version)))
    },
  },
  'billing.refuseAdvance': {
    read: 'billing.getBill',
    fresh: async (send) => at(await asked(send)),
    mark: (side, round) => ({ reason: said(side, round) }),
  },
  'billing.updateBillingInformation': {
    read: 'billing.getBillingInformation',
    fresh: async (send) => {
      const { version, retentionReason, ...of } = must(
        await send('billing.getBillingInformation', { portalId }),
      )
      const { ibanMasked: _, ibanHeldUntil: _h, complete: _c, selfInvoice: _s, ...draft } = of
      return {
        input: { portalId, ...draft, retentionReason: retentionReason ?? '' },
        version: Number(version),
      }
    },
    mark: (side, round) => ({ city: said(side, round) }),
  },
}
