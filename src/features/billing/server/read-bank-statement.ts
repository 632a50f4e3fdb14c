import { type BankStatement, UnreadableStatement } from './bank-entries.ts'
import { readCamt } from './read-camt.ts'
import { readN43 } from './read-n43.ts'

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
