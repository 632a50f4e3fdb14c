import { and, eq, isNull, ne } from 'drizzle-orm'
import { domainStates } from '#platform/constants.ts'
import { elevated, type Tx } from '#platform/db.ts'
import { Code, CustomUrl, nameMaxLength } from '../contract.ts'
import { isQuarantined } from './former-addresses.ts'
import { reservedUrls } from './reserved.ts'
import { portal } from './table.ts'

export interface FieldAnswer {
  ok: boolean
  reason?: string
  suggestion?: string
}
interface Question {
  portalId?: string | undefined
  name?: string | undefined
  code?: string | undefined
  customUrl?: string | undefined
}

type Unique = 'code' | 'customUrl' | 'customDomain'

/** Codes, addresses and domains are unique over all accounts: whether one is taken is asked past row-level security. */
export const taken = (tx: Tx, field: Unique, value: string, exceptId: string | undefined) =>
  elevated(tx, 'uniqueness', async () => {
    const found = await tx
      .select({ id: portal.id })
      .from(portal)
      .where(
        and(
          eq(portal[field], value),
          // Whoever only claims a domain keeps nobody from it: DNS says whose it is.
          field === 'customDomain' ? eq(portal.domainState, domainStates.verified) : undefined,
          isNull(portal.deletedAt),
          exceptId ? ne(portal.id, exceptId) : undefined,
        ),
      )
      .limit(1)
    return found.length > 0 || (field === 'customUrl' && (await isQuarantined(tx, value, exceptId)))
  })

/** Answers for each field that is asked about; `reason` is the code of a message under `problem.`. */
export async function checkAddresses(tx: Tx, question: Question) {
  const { portalId, name, code, customUrl } = question
  const answer: { name?: FieldAnswer; code?: FieldAnswer; customUrl?: FieldAnswer } = {}
  if (name !== undefined) answer.name = ofName(name.trim())
  if (code !== undefined) {
    const reason = await codeFault(tx, code, portalId)
    answer.code = reason ? refusal(reason, await freeCode(tx, name || code, portalId)) : { ok: true }
  }
  if (customUrl !== undefined) {
    const reason = await urlFault(tx, customUrl, portalId)
    answer.customUrl = reason ? refusal(reason, await freeUrl(tx, name || customUrl, portalId)) : { ok: true }
  }
  return answer
}

const ofName = ({ length }: string): FieldAnswer =>
  length > 0 && length <= nameMaxLength ? { ok: true } : { ok: false, reason: 'portals.nameFormat' }

async function codeFault(tx: Tx, code: string, portalId: string | undefined) {
  if (!Code.safeParse(code).success) return 'portals.codeFormat'
  return (await taken(tx, 'code', code, portalId)) ? 'portals.codeTaken' : undefined
}

async function urlFault(tx: Tx, customUrl: string, portalId: string | undefined) {
  if (!CustomUrl.safeParse(customUrl).success) return 'portals.customUrlFormat'
  if (reservedUrls.has(customUrl)) return 'portals.customUrlReserved'
  return (await taken(tx, 'customUrl', customUrl, portalId)) ? 'portals.customUrlTaken' : undefined
}

const refusal = (reason: string, suggestion: string | undefined): FieldAnswer => ({
  ok: false,
  reason,
  ...(suggestion ? { suggestion } : {}),
})

const letters = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const tries = 50

async function freeCode(tx: Tx, from: string, portalId: string | undefined): Promise<string | undefined> {
  const stem = letters(from)
    .replace(/[^a-z0-9]/g, '')
    .toUpperCase()
  for (let at = 0; at < tries; at++) {
    const ending = at === 0 ? '' : String(at + 1)
    const code = `${stem.slice(0, 8 - ending.length)}${ending}`.padEnd(3, 'X')
    if (!(await taken(tx, 'code', code, portalId))) return code
  }
  return undefined
}

async function freeUrl(tx: Tx, from: string, portalId: string | undefined): Promise<string | undefined> {
  const stem =
    letters(from)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 36)
      .replace(/-+$/, '') || 'portal'
  for (let at = 0; at < tries; at++) {
    const url = at === 0 && stem.length >= 3 ? stem : `${stem}-${at + 1}`
    if (!reservedUrls.has(url) && !(await taken(tx, 'customUrl', url, portalId))) return url
  }
  return undefined
}
