import SEPA from 'sepa'

interface Payment {
  number: string
  cents: number
  /** What the bill comes to, and what was taken off it. */
  wholeCents?: number
  less?: readonly string[]
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
  for (const { number, cents, iban, holder, ...rest } of payments) {
    const transaction = info.createTransaction()
    transaction.creditorName = plain(holder) || unsaid
    transaction.creditorIBAN = iban
    transaction.amount = cents / 100
    transaction.remittanceInfo = concept({ number, cents, ...rest }) || unsaid
    transaction.end2endId = referenceOf(number) || unsaid
    info.addTransaction(transaction)
  }
  return doc.toString()
}

/** As many signs as a payment says what it is for with (pain.001, Ustrd). */
const conceptSigns = 140

/** What a payment is of: its bill, and each paper that was set against it; where they are too many, how many more and how much. */
export function concept({
  number,
  cents,
  wholeCents = cents,
  less = [],
}: Omit<Payment, 'iban' | 'holder'>): string {
  if (less.length === 0) return plain(number)
  const sum = `${((wholeCents - cents) / 100).toFixed(2)} EUR`
  for (let shown = less.length; shown >= 0; shown--) {
    const named = less.slice(0, shown).join(', ')
    const rest = othersThan(shown, less.length, sum)
    const text = plain(`${number} menos ${named}${rest}`.replace('  ', ' '), conceptSigns * 2)
    if (text.length <= conceptSigns) return text
  }
  return plain(number)
}

/** How many papers there are beside those that are named, and how much all of them come to. */
function othersThan(named: number, all: number, sum: string): string {
  const more = all - named
  if (more === 0) return ''
  return named > 0 ? ` y ${more} mas: ${sum}` : ` ${more} documentos: ${sum}`
}

/** What ISO 20022 has where nothing can be said. */
const unsaid = 'NOTPROVIDED'

/** What the bank calls a payment by; nothing for a number without any letter that banks take. */
export const referenceOf = (number: string) => plain(number, 35)

/** Letters of their own, which no accent makes of another one. */
const asOthers: Record<string, string> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L' },
  ...{ đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ħ: 'h', Ħ: 'H', ı: 'i', ª: 'a', º: 'o', '’': "'" },
}

/**
 * The characters that every bank of the SEPA area takes, at most 70 of them where nothing else is said (EPC217-08). A slash
 * stands neither first nor last nor beside another: the bank refuses the whole file.
 */
export const plain = (text: string, most = 70) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, (letter) => asOthers[letter] ?? ' ')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replace(/\/{2,}/g, '/')
    .replace(/^[\s/]+/, '')
    .slice(0, most)
    .replace(/[\s/]+$/, '')

/** What a file is called at the bank: joined with the payment's number it has to stay within 35 characters. */
export const messageIdOf = (id: string) => id.replaceAll('-', '').slice(-16)
