import { addEntry, type BankEntry, type BankStatement, bounded, UnreadableStatement } from './bank-entries.ts'

/** What the lines of a Norma 43 have told so far. */
interface N43 extends BankStatement {
  /** The movement that further lines describe. */
  open?: BankEntry
  euros: boolean
  /** Its last account's: each movement by its sign, to hold against what the account's closing line says. */
  sums: { outs: number; out: number; ins: number; in: number }
  isClosed: boolean
  lines: number
  isWhole: boolean
}
const noSums = { outs: 0, out: 0, ins: 0, in: 0 }

/** Norma 43 of the AEB: lines of 80 characters, told apart by their first two. */
export function readN43(text: string): BankStatement {
  const told: N43 = {
    ...{ accounts: [], entries: [], euros: false, sums: noSums, isClosed: true, lines: 0, isWhole: false },
  }
  for (const line of text.split(/\r\n|\r|\n/)) if (line.trim() !== '') readLine(told, line)
  if (!told.isWhole) throw new UnreadableStatement()
  return { accounts: told.accounts, entries: told.entries }
}

function readLine(told: N43, line: string): void {
  const kind = line.slice(0, 2)
  if (kind === '88') {
    // It counts the lines before it: a download that broke off has none, or another number.
    if (!told.isClosed || Number(line.slice(20, 26)) !== told.lines) throw new UnreadableStatement()
    told.isWhole = true
    return
  }
  told.lines++
  const read = lineReaders[kind]
  if (told.isWhole || !read || (told.accounts.length === 0 && kind !== '11')) throw new UnreadableStatement()
  read(told, line)
}

const lineReaders: Record<string, (told: N43, line: string) => void> = {
  11: openAccount,
  22: addMovement,
  23: describeMovement,
  // An amount in other money, beside the movement's own.
  24: () => {},
  33: closeAccount,
}

function openAccount(told: N43, line: string) {
  if (!/^11\d{18}/.test(line) || !told.isClosed) throw new UnreadableStatement()
  told.accounts.push(line.slice(2, 20))
  told.euros = line.slice(47, 50) === '978'
  told.sums = noSums
  told.isClosed = false
}

function addMovement(told: N43, line: string) {
  const found = /^22.{4}\d{4}(\d{2})(\d{2})(\d{2})\d{6}.{5}([12])(\d{14})(.{0,10})(.{0,12})(.{0,16})/.exec(
    line,
  )
  if (!found || !told.euros) throw new UnreadableStatement()
  const [, year = '', month = '', day = '', sign, amount = '', number = '', first = '', second = ''] = found
  const cents = Number(amount)
  told.open = {
    ...{ day: `20${year}-${month}-${day}`, cents: sign === '1' ? -cents : cents },
    ...{ reference: '', batch: '', text: bounded(`${number} ${first} ${second}`), reason: '' },
  }
  addEntry(told.entries, told.open)
  const { sums } = told
  told.sums =
    sign === '1'
      ? { ...sums, outs: sums.outs + 1, out: sums.out + cents }
      : { ...sums, ins: sums.ins + 1, in: sums.in + cents }
}

function describeMovement({ open }: N43, line: string) {
  if (open) open.text = bounded(`${open.text} ${line.slice(4, 42)}${line.slice(42, 80)}`)
}

function closeAccount(told: N43, line: string) {
  const said = /^33.{18}(\d{5})(\d{14})(\d{5})(\d{14})/.exec(line)?.slice(1).map(Number)
  const { outs, out, ins, in: came } = told.sums
  if (!said || [outs, out, ins, came].some((sum, at) => sum !== said[at])) throw new UnreadableStatement()
  told.isClosed = true
}
