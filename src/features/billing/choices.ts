/** Values that screens and shapes share; free of validators, so that pages stay light. */
export const billStatuses = ['Next', 'Pending', 'Approved', 'Cancelled'] as const
export type BillStatus = (typeof billStatuses)[number]
export const paymentStates = ['unpaid', 'inRemittance', 'paid', 'returned'] as const
export type PaymentState = (typeof paymentStates)[number]
/** How bills are looked for by their payment; `open`: whatever is still to be paid, sent back by a bank or not yet sent. */
export const paymentFilters = [...paymentStates, 'open'] as const
export type PaymentFilter = (typeof paymentFilters)[number]
/** A payment file that waits for a second person, was made, has left for the bank, or was taken back before. */
export const remittanceStates = ['toConfirm', 'made', 'downloaded', 'undone'] as const
export type RemittanceState = (typeof remittanceStates)[number]
/** Why an approved bill is not paid: a new IBAN, one that a payment came back from, none of who had the
 * account before, too little, or more is owed back. */
export const payoutWaits = ['ibanHeld', 'ibanReturned', 'ibanMissing', 'belowMinimum', 'owes'] as const
export type PayoutWait = (typeof payoutWaits)[number]
/** By whom a bill was accepted: its account, staff who recorded it, or nobody in the days that the agreement gives. */
export const acceptances = ['account', 'staff', 'silence'] as const
export type Acceptance = (typeof acceptances)[number]
/** `Recoupment`: by costs that come off the whole of what is shared; `Own recoupment`: off one party's share. */
export const lineTypes = [
  'Income',
  'On demand',
  'Recoupment',
  'Own recoupment',
  'Extra',
  'Adjustment',
  'Advance',
] as const
export type LineType = (typeof lineTypes)[number]
/** Who pays those who share: the provider each of them, or the portal's account out of what it is paid. */
export const splitPayers = ['provider', 'account'] as const
export type SplitPayer = (typeof splitPayers)[number]
/** What the costs are for that come back before anything is shared. */
export const costKinds = ['pressing', 'advance', 'marketing', 'recording', 'other'] as const
export type CostKind = (typeof costKinds)[number]
/** What the provider supplies to accounts. Goods that it has made stay with it to be sold. */
export const chargeKinds = ['pressing', 'postage', 'services'] as const
export type ChargeKind = (typeof chargeKinds)[number]
export const chargeFormats = ['pdf', 'facturae', 'xsig', 'verifactu'] as const
export type ChargeFormat = (typeof chargeFormats)[number]
/** Why a bill waits. */
export const blocks = [
  ...([
    'information',
    'agreement',
    'provider',
    'ownInvoice',
    'negative',
    'ibanHeld',
    'ibanReturned',
  ] as const),
  ...(['taxCase', 'taxIdShared'] as const),
  // Of an open bill: none was ever given, the last was withdrawn, or it is of another NIF.
  ...(['agreementMissing', 'agreementEnded', 'agreementOfOther'] as const),
] as const
export type Block = (typeof blocks)[number]
export const territories = ['peninsula', 'canaries', 'ceutaMelilla', 'basqueNavarre'] as const
export type Territory = (typeof territories)[number]
/** A PDF of two megabytes in base64, and the form around it. */
export const pdfBodyMegabytes = 3
/** A bank's statement of five megabytes, and the form around it. */
export const statementBodyMegabytes = 6
/** What an account supplies: services as any other, or an author's (Ley 37/1992, art. 20.Uno.26º), which are exempt. */
export const supplies = ['services', 'authorship'] as const
export type Supply = (typeof supplies)[number]
export const taxModels = ['111', '123', '190', '193'] as const
export const rateKeys = ['default', 'igic', 'ipsi', 'apparel', 'apparelDigital', 'apparelCulture'] as const
/** Those of commissions. */
export const commissionRateKeys = ['apparel', 'apparelDigital', 'apparelCulture'] as const
/** As many steps as a product's rate has at most. */
export const maxRateSteps = 10
export const documentFormats = ['pdf', 'csv', 'facturae', 'xsig', 'verifactu', 'ownInvoice'] as const
export type DocumentFormat = (typeof documentFormats)[number]
/** Which text of the self-billing agreement is offered now. */
export const agreementVersion = '2026-12'

/** How long a new IBAN waits before anything is paid to it. */
export const ibanHoldHours = 48

/** In how many days an issued bill is paid: Ley 3/2004, art. 4.1, as nothing else is agreed (decision 53). */
export const termDays = 30
