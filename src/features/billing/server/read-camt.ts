import { Parser } from 'htmlparser2'
import {
  addEntry,
  type BankEntry,
  type BankStatement,
  bounded,
  entriesMax,
  textMax,
  UnreadableStatement,
} from './bank-entries.ts'

const depthMax = 40

function centsOf(amount = ''): number {
  if (!/^\d{1,12}(\.\d{1,5})?$/.test(amount)) throw new UnreadableStatement()
  const [whole = '0', part = ''] = amount.split('.')
  if (/[1-9]/.test(part.slice(2))) throw new UnreadableStatement()
  return Number(whole + part.slice(0, 2).padEnd(2, '0'))
}

/** Fields of an entry or of one of its transactions, by the end of their path. */
type Found = Record<string, string>
const fieldPaths = [
  ...['Amt', 'CdtDbtInd', 'Sts', 'Sts/Cd', 'BookgDt/Dt', 'BookgDt/DtTm', 'AddtlNtryInf'],
  ...['Btch/MsgId', 'Refs/MsgId', 'Refs/EndToEndId', 'AmtDtls/TxAmt/Amt', 'RmtInf/Ustrd', 'RtrInf/Rsn/Cd'],
  'RltdPties/CdtrAcct/Id/IBAN',
]

/** What is read so far, and where the reader stands. */
interface Reading {
  accounts: string[]
  entries: BankEntry[]
  path: string[]
  entry: Found
  parts: Found[]
  part: Found | undefined
  currency: string
  text: string
}

/** camt.053 (ISO 20022), in one pass, keeping one entry at a time. An entity of the file's own is left as it stands: the parser resolves none. */
export function readCamt(xml: string): BankStatement {
  const reading: Reading = {
    ...{ accounts: [], entries: [], path: [] },
    ...{ entry: {}, parts: [], part: undefined, currency: '', text: '' },
  }
  const parser = new Parser(
    {
      onopentag(qualified, attributes) {
        const name = qualified.slice(qualified.indexOf(':') + 1)
        reading.path.push(name)
        if (reading.path.length > depthMax) throw new UnreadableStatement()
        if (name === 'TxDtls') reading.part = {}
        if (attributes.Ccy !== undefined) reading.currency = attributes.Ccy
        reading.text = ''
      },
      ontext(piece) {
        if (reading.text.length < textMax * 4) reading.text += piece
      },
      onclosetag(qualified) {
        const name = qualified.slice(qualified.indexOf(':') + 1)
        keepText(reading)
        if (name === 'TxDtls') closePart(reading)
        if (name === 'Ntry') closeEntry(reading)
        reading.path.pop()
        reading.text = ''
      },
    },
    { xmlMode: true },
  )
  // The parser closes what a cut-off file leaves open; half a statement is none.
  if (!/<\/(\w+:)?Document>\s*$/.test(xml)) throw new UnreadableStatement()
  parser.write(xml)
  parser.end()
  return { accounts: reading.accounts, entries: reading.entries }
}

/** Keeps what stands in an element that ends, where it is told of an account or a movement. */
function keepText({ accounts, path, entry, part, currency, text }: Reading) {
  const full = path.join('/')
  const value = bounded(text)
  if (full.endsWith('Stmt/Acct/Id/IBAN')) {
    accounts.push(value.replaceAll(' ', ''))
    return
  }
  const field = path.includes('Ntry') && fieldAt(full, part !== undefined)
  if (!field || !value) return
  const foreign = field.endsWith('Amt') && currency !== 'EUR'
  if (foreign && full.endsWith('/Ntry/Amt')) throw new UnreadableStatement()
  // What a movement was in other money, as one by card is told, describes it.
  if (!foreign) keepField(part ?? entry, field, value)
}

const fieldAt = (full: string, inPart: boolean) =>
  fieldPaths.findLast((one) => full.endsWith(`/${one}`) && ofField(full, one, inPart))

function closePart(reading: Reading) {
  if (!reading.part) return
  if (reading.parts.length >= entriesMax) throw new UnreadableStatement('billing.statementTooLong')
  reading.parts.push(reading.part)
  reading.part = undefined
}

function closeEntry(reading: Reading) {
  addMovements(reading.entries, reading.entry, reading.parts)
  reading.entry = {}
  reading.parts = []
}

/** A text in several pieces is one; of anything else the first counts. */
function keepField(into: Found, field: string, value: string) {
  const before = into[field]
  if (before === undefined) into[field] = value
  else if (field === 'RmtInf/Ustrd') into[field] = bounded(`${before} ${value}`)
}

/** `Amt` of the entry itself, or of the transaction itself: others stand deeper. */
const ofField = (full: string, field: string, inPart: boolean) =>
  field.includes('/') || full.endsWith(`/${inPart ? 'TxDtls' : 'Ntry'}/${field}`)

function addMovements(entries: BankEntry[], entry: Found, parts: readonly Found[]) {
  if (!isBooked(entry)) return
  const whole = centsOf(entry.Amt)
  const split = isSplit(parts)
  for (const one of split ? parts : [parts[0] ?? {}])
    addEntry(entries, {
      cents: signed(split ? centsOf(amountOf(one)) : whole, one, entry),
      ...describedBy(one, entry),
      // Of several that are only described it would be one of them.
      ...(parts.length > 1 && !split ? { reference: '' } : paymentOf(one)),
    })
}

const isBooked = (entry: Found) => (entry['Sts/Cd'] ?? entry.Sts) === 'BOOK'

const amountOf = (part: Found) => part.Amt ?? part['AmtDtls/TxAmt/Amt']

/** Parts that do not say their amounts, or do not come to the whole, only describe it. */
const isSplit = (parts: readonly Found[]) =>
  parts.length > 1 && parts.every((part) => amountOf(part) !== undefined)

function signed(cents: number, part: Found, entry: Found) {
  const of = part.CdtDbtInd ?? entry.CdtDbtInd
  if (of !== 'CRDT' && of !== 'DBIT') throw new UnreadableStatement()
  return of === 'CRDT' ? cents : -cents
}

const describedBy = (part: Found, entry: Found) => ({
  day: entry['BookgDt/Dt'] ?? entry['BookgDt/DtTm']?.slice(0, 10) ?? '',
  batch: part['Refs/MsgId'] ?? entry['Btch/MsgId'] ?? '',
  text: bounded(`${part['RmtInf/Ustrd'] ?? ''} ${entry.AddtlNtryInf ?? ''}`),
  reason: part['RtrInf/Rsn/Cd'] ?? '',
})

const paymentOf = (part: Found) => ({ reference: part['Refs/EndToEndId'] ?? '', ...payeeOf(part) })

function payeeOf(part: Found): { payee?: string } {
  const iban = part['RltdPties/CdtrAcct/Id/IBAN']?.replaceAll(' ', '').toUpperCase()
  return iban ? { payee: iban } : {}
}
