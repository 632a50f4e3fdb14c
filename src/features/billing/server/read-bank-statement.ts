import { Parser } from 'htmlparser2'

/** One movement of a bank's statement. */
export interface BankEntry {
  /** yyyy-MM-dd */
  day: string
  /** Above zero: came in. */
  cents: number
  /** What the payment was called when it was ordered, where the bank tells; `''` otherwise. */
  reference: string
  /** Of the file that it was ordered with. */
  batch: string
  text: string
  /** Why a bank sent it back, as ISO 20022 codes it. */
  reason: string
  /** The account that was paid, where the bank tells. */
  payee?: string
}
export interface BankStatement {
  /** An IBAN, or bank, office and account as Norma 43 has them; one for each account in the file. */
  accounts: string[]
  entries: BankEntry[]
}

/** Thrown by its name across the process's border. */
class UnreadableStatement extends Error {
  override name = 'UnreadableStatement'
  readonly code: 'billing.statementUnreadable' | 'billing.statementTooLong'
  constructor(code: UnreadableStatement['code'] = 'billing.statementUnreadable') {
    super(code)
    this.code = code
  }
}

const entriesMax = 20_000
const textMax = 400
const depthMax = 40

/**
 * The movements of a statement: camt.053 (ISO 20022) or Norma 43 (AEB), told apart by how they begin. Only what is booked
 * counts. Runs where strangers' bytes are read. @throws UnreadableStatement
 */
export function readBankStatement(bytes: Uint8Array): BankStatement {
  const utf8 = new TextDecoder('utf-8').decode(bytes)
  const text = utf8.includes('\ufffd') ? new TextDecoder('iso-8859-1').decode(bytes) : utf8
  // Programs of old end a text by a sign of its own: Ctrl-Z.
  const [bare = ''] = text
    .replace(/^\ufeff/, '')
    .trimStart()
    .split('\u001a', 1)
  const found = bare.startsWith('<') ? readCamt(bare) : readN43(bare)
  if (found.accounts.length === 0) throw new UnreadableStatement()
  return found
}

const isDay = (day: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) &&
  !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) &&
  new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)

function centsOf(amount: string): number {
  if (!/^\d{1,12}(\.\d{1,5})?$/.test(amount)) throw new UnreadableStatement()
  const [whole = '0', part = ''] = amount.split('.')
  if (/[1-9]/.test(part.slice(2))) throw new UnreadableStatement()
  return Number(whole + part.slice(0, 2).padEnd(2, '0'))
}

const bounded = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, textMax)

function push(entries: BankEntry[], entry: BankEntry) {
  if (!isDay(entry.day)) throw new UnreadableStatement()
  if (entries.length >= entriesMax) throw new UnreadableStatement('billing.statementTooLong')
  entries.push(entry)
}

/** Fields of an entry or of one of its transactions, by the end of their path. */
type Found = Record<string, string>
const fieldPaths = [
  ...['Amt', 'CdtDbtInd', 'Sts', 'Sts/Cd', 'BookgDt/Dt', 'BookgDt/DtTm', 'AddtlNtryInf'],
  ...['Btch/MsgId', 'Refs/MsgId', 'Refs/EndToEndId', 'AmtDtls/TxAmt/Amt', 'RmtInf/Ustrd', 'RtrInf/Rsn/Cd'],
  'RltdPties/CdtrAcct/Id/IBAN',
]

/** In one pass, keeping one entry at a time. An entity of the file's own is left as it stands: the parser resolves none. */
function readCamt(xml: string): BankStatement {
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
      const into = part ?? entry
      const foreign = field?.endsWith('Amt') && currency !== 'EUR'
      if (field && value && foreign && full.endsWith('/Ntry/Amt')) throw new UnreadableStatement()
      // What a movement was in other money, as one by card is told, describes it.
      if (field && value && !foreign) {
        into[field] =
          field === 'RmtInf/Ustrd' && into[field]
            ? bounded(`${into[field]} ${value}`)
            : (into[field] ?? value)
      }
    }
    if (name === 'TxDtls' && part) {
      if (parts.length >= entriesMax) throw new UnreadableStatement('billing.statementTooLong')
      parts.push(part)
      part = undefined
    }
    if (name === 'Ntry') {
      addEntry(entries, entry, parts)
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

/** `Amt` of the entry itself, or of the transaction itself: others stand deeper. */
const ofField = (full: string, field: string, inPart: boolean) =>
  field.includes('/') || full.endsWith(`/${inPart ? 'TxDtls' : 'Ntry'}/${field}`)

function addEntry(entries: BankEntry[], entry: Found, parts: readonly Found[]) {
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
    push(entries, {
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

const noSums = { out: 0, in: 0, outs: 0, ins: 0 }

/** Norma 43 of the AEB: lines of 80 characters, told apart by their first two. */
function readN43(text: string): BankStatement {
  const accounts: string[] = []
  const entries: BankEntry[] = []
  let open: BankEntry | undefined
  let euros = false
  let lines = 0
  let sums = noSums
  let isClosed = true
  let isWhole = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const kind = line.slice(0, 2)
    if (line.trim() === '') continue
    if (kind === '88') {
      // It counts the lines before it: a download that broke off has none, or another number.
      if (!isClosed || Number(line.slice(20, 26)) !== lines) throw new UnreadableStatement()
      isWhole = true
      continue
    }
    lines++
    if (isWhole) throw new UnreadableStatement()
    if (!['11', '22', '23', '24', '33'].includes(kind) || (accounts.length === 0 && kind !== '11'))
      throw new UnreadableStatement()
    if (kind === '11') {
      if (!/^11\d{18}/.test(line)) throw new UnreadableStatement()
      accounts.push(line.slice(2, 20))
      if (!isClosed) throw new UnreadableStatement()
      euros = line.slice(47, 50) === '978'
      sums = noSums
      isClosed = false
    }
    if (kind === '22') {
      const found =
        /^22.{4}\d{4}(\d{2})(\d{2})(\d{2})\d{6}.{5}([12])(\d{14})(.{0,10})(.{0,12})(.{0,16})/.exec(line)
      if (!found || !euros) throw new UnreadableStatement()
      const [, year = '', month = '', day = '', sign, amount = '', number = '', first = '', second = ''] =
        found
      open = {
        ...{ day: `20${year}-${month}-${day}`, cents: Number(amount) * (sign === '1' ? -1 : 1) },
        ...{ reference: '', batch: '', text: bounded(`${number} ${first} ${second}`), reason: '' },
      }
      push(entries, open)
      if (sign === '1') sums = { ...sums, out: sums.out + Number(amount), outs: sums.outs + 1 }
      else sums = { ...sums, in: sums.in + Number(amount), ins: sums.ins + 1 }
    }
    if (kind === '33') {
      const told = /^33.{18}(\d{5})(\d{14})(\d{5})(\d{14})/.exec(line)?.slice(1).map(Number)
      const added = [sums.outs, sums.out, sums.ins, sums.in]
      if (!told || added.some((sum, at) => sum !== told[at])) throw new UnreadableStatement()
      isClosed = true
    }
    if (kind === '23' && open) open.text = bounded(`${open.text} ${line.slice(4, 42)}${line.slice(42, 80)}`)
  }
  if (!isWhole) throw new UnreadableStatement()
  return { accounts, entries }
}
