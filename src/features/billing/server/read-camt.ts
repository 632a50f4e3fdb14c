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

function centsOf(amount: string): number {
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

/** camt.053 (ISO 20022), in one pass, keeping one entry at a time. An entity of the file's own is left as it stands: the parser resolves none. */
export function readCamt(xml: string): BankStatement {
  const accounts: string[] = []
  const entries: BankEntry[] = []
  const path: string[] = []
  let entry: Found = {}
  let parts: Found[] = []
  let part: Found | undefined
  let currency = ''
  let text = ''
  const within = (name: string) => path.includes(name)
  const close = (name: string) => {
    const full = path.join('/')
    const value = bounded(text)
    if (full.endsWith('Stmt/Acct/Id/IBAN')) accounts.push(value.replaceAll(' ', ''))
    else if (within('Ntry')) {
      const field = fieldPaths.findLast(
        (one) => full.endsWith(`/${one}`) && ofField(full, one, part !== undefined),
      )
      const foreign = field?.endsWith('Amt') && currency !== 'EUR'
      if (value && foreign && full.endsWith('/Ntry/Amt')) throw new UnreadableStatement()
      // What a movement was in other money, as one by card is told, describes it.
      if (field && value && !foreign) keepField(part ?? entry, field, value)
    }
    if (name === 'TxDtls' && part) {
      if (parts.length >= entriesMax) throw new UnreadableStatement('billing.statementTooLong')
      parts.push(part)
      part = undefined
    }
    if (name === 'Ntry') {
      addMovements(entries, entry, parts)
      entry = {}
      parts = []
    }
  }
  const parser = new Parser(
    {
      onopentag(qualified, attributes) {
        const name = qualified.slice(qualified.indexOf(':') + 1)
        path.push(name)
        if (path.length > depthMax) throw new UnreadableStatement()
        if (name === 'TxDtls') part = {}
        if (attributes.Ccy !== undefined) currency = attributes.Ccy
        text = ''
      },
      ontext(piece) {
        if (text.length < textMax * 4) text += piece
      },
      onclosetag(qualified) {
        close(qualified.slice(qualified.indexOf(':') + 1))
        path.pop()
        text = ''
      },
    },
    { xmlMode: true },
  )
  // The parser closes what a cut-off file leaves open; half a statement is none.
  if (!/<\/(\w+:)?Document>\s*$/.test(xml)) throw new UnreadableStatement()
  parser.write(xml)
  parser.end()
  return { accounts, entries }
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
  if ((entry['Sts/Cd'] ?? entry.Sts) !== 'BOOK') return
  const day = entry['BookgDt/Dt'] ?? entry['BookgDt/DtTm']?.slice(0, 10) ?? ''
  const whole = centsOf(entry.Amt ?? '')
  const told = parts.map((one) => one.Amt ?? one['AmtDtls/TxAmt/Amt'])
  // Parts that do not say their amounts, or do not come to the whole, only describe it.
  const split = parts.length > 1 && told.every((one) => one !== undefined)
  const signed = (cents: number, of: string | undefined) => {
    if (of !== 'CRDT' && of !== 'DBIT') throw new UnreadableStatement()
    return of === 'CRDT' ? cents : -cents
  }
  for (const one of split ? parts : [parts[0] ?? {}])
    addEntry(entries, {
      day,
      cents: signed(
        split ? centsOf(one.Amt ?? one['AmtDtls/TxAmt/Amt'] ?? '') : whole,
        one.CdtDbtInd ?? entry.CdtDbtInd,
      ),
      reference: parts.length > 1 && !split ? '' : (one['Refs/EndToEndId'] ?? ''),
      batch: one['Refs/MsgId'] ?? entry['Btch/MsgId'] ?? '',
      text: bounded(`${one['RmtInf/Ustrd'] ?? ''} ${entry.AddtlNtryInf ?? ''}`),
      reason: one['RtrInf/Rsn/Cd'] ?? '',
      // Of several that are only described it would be one of them.
      ...(parts.length === 1 || split ? payeeOf(one) : {}),
    })
}

function payeeOf(part: Found): { payee?: string } {
  const iban = part['RltdPties/CdtrAcct/Id/IBAN']?.replaceAll(' ', '').toUpperCase()
  return iban ? { payee: iban } : {}
}
