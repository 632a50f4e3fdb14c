import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#platform/errors.ts'
import { isCommonPassword } from '../common-passwords.ts'
import { isMadeOf, productWords } from '../own-words.ts'

/** The library's default is argon2id; figures of OWASP's cheat sheet: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashes at the same time at most; each takes 19 MiB and a core. The others wait their turn. */
const most = 2
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** The hash to store, with its parameters and salt inside. */
export const hashPassword = (password: string) => inTurn(() => hash(password, parameters))

let decoy: Promise<string> | undefined

/** Does the password fit? Without a stored hash a decoy is verified, so that both take the same time. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const target = stored ?? (await decoy)
  const fits = await inTurn(() => verify(target, password)).catch(() => false)
  return fits && stored != null
}

const refused = (code: string) => new AppError(400, 'invalidInput', { fields: { password: { code } } })

/**
 * Refuses passwords that everybody tries first, in both languages, and those made of the product's words or the
 * person's own. Length is the contract's matter.
 * @throws AppError 400 `account.commonPassword` or `account.ownWordsPassword` by the field `password`.
 */
export function refuseWeakPassword(password: string, ownWords: readonly (string | undefined)[]): void {
  if (isCommonPassword(password)) throw refused('account.commonPassword')
  if (isMadeOf(password, [...productWords, ...ownWords.filter((word) => word !== undefined)]))
    throw refused('account.ownWordsPassword')
}
