import SEPA from 'sepa'

interface Payment {
  number: string
  cents: number
  iban: string
  holder: string
}

/** The file for the bank: SEPA credit transfers, pain.001.001.09 (ISO 20022). */
export function painFile(
  of: { id: string; provider: { legalName: string; taxId: string; iban: string }; on: string; now: Date },
  payments: readonly Payment[],
): string {
  const doc = new SEPA.Document('pain.001.001.09')
  const messageId = messageIdOf(of.id)
  doc.grpHdr.id = messageId
  doc.grpHdr.created = of.now
  doc.grpHdr.initiatorName = plain(of.provider.legalName)
  const info = doc.createPaymentInfo()
  info.id = '1'
  info.requestedExecutionDate = new Date(`${of.on}T12:00:00Z`)
  info.debtorIBAN = of.provider.iban
  info.debtorName = plain(of.provider.legalName)
  doc.addPaymentInfo(info)
  for (const { number, cents, iban, holder } of payments) {
    const transaction = info.createTransaction()
    transaction.creditorName = plain(holder)
    transaction.creditorIBAN = iban
    transaction.amount = cents / 100
    transaction.remittanceInfo = plain(number)
    transaction.end2endId = plain(number).slice(0, 35)
    info.addTransaction(transaction)
  }
  return doc.toString()
}

/** The characters that every bank of the SEPA area takes, at most 70 of them (EPC217-08). */
export const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .slice(0, 70)

/** What a file is called at the bank: joined with the payment's number it has to stay within 35 characters. */
export const messageIdOf = (id: string) => id.replaceAll('-', '').slice(-16)
