import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { takeOutLink } from '#platform/mail.ts'
import { hashToken, newToken } from './sessions.ts'
import { token } from './table.ts'

export type TokenKind = 'activate' | 'reset' | 'firstSuper' | 'email'

const minutes = 60 * 1000
const lifetimeMs: Record<TokenKind, number> = {
  activate: 7 * 24 * 60 * minutes,
  reset: 30 * minutes,
  firstSuper: 24 * 60 * minutes,
  email: 60 * minutes,
}

/** Makes a single-use link's token for a person; earlier ones of the kind stop working. */
export async function issueToken(
  tx: Tx,
  kind: TokenKind,
  personId: string | null,
  now: Date,
  /** Of kind `email`: the address that the link proves. */
  email?: string,
): Promise<string> {
  await spendTokens(tx, [kind], personId, now)
  return addToken(tx, kind, personId, now, email)
}

/** Ends the links of these kinds that a person has not used. */
export async function spendTokens(tx: Tx, kinds: readonly TokenKind[], personId: string | null, now: Date) {
  const spent = await tx
    .update(token)
    .set({ usedAt: now })
    .where(
      and(
        inArray(token.kind, kinds),
        personId ? eq(token.personId, personId) : isNull(token.personId),
        isNull(token.usedAt),
      ),
    )
    .returning({ hash: token.hash })
  for (const { hash } of spent) await takeOutLink(tx, hash)
}

/** Ends whatever was mailed to a person: their password or address is another now. */
export const spendAllTokens = (tx: Tx, personId: string, now: Date) =>
  spendTokens(tx, ['activate', 'reset', 'email'], personId, now)

/** The same as `issueToken`, beside earlier ones. */
export async function addToken(
  tx: Tx,
  kind: TokenKind,
  personId: string | null,
  now: Date,
  email?: string,
): Promise<string> {
  const secret = newToken()
  await tx.insert(token).values({
    hash: hashToken(secret),
    kind,
    personId,
    email: email ?? null,
    expiresAt: new Date(now.getTime() + lifetimeMs[kind]),
  })
  return secret
}

/**
 * Uses a token up and answers whose it was. Of parallel tries exactly one succeeds: the update is the check.
 * @throws AppError 410 `account.tokenSpent` when it is unknown, of another kind, used or expired.
 */
export async function redeemToken(
  tx: Tx,
  kinds: readonly TokenKind[],
  secret: string,
  /** Good for this person only. */
  personId?: string,
) {
  const [row] = await tx
    .update(token)
    .set({ usedAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(token.hash, hashToken(secret)),
        sql`${token.kind} = any(${sql.param(`{${kinds.join(',')}}`)}::text[])`,
        personId ? eq(token.personId, personId) : undefined,
        isNull(token.usedAt),
        gt(token.expiresAt, sql`clock_timestamp()`),
      ),
    )
    .returning({ personId: token.personId, kind: token.kind, email: token.email })
  if (!row) throw new AppError(410, 'account.tokenSpent')
  await takeOutLink(tx, hashToken(secret))
  return row
}

/** Is the token still good? Uses nothing up. */
export async function tokenIsGood(tx: Tx, kind: TokenKind, secret: string): Promise<boolean> {
  const rows = await tx
    .select({ hash: token.hash })
    .from(token)
    .where(
      and(
        eq(token.hash, hashToken(secret)),
        eq(token.kind, kind),
        isNull(token.usedAt),
        gt(token.expiresAt, sql`clock_timestamp()`),
      ),
    )
  return rows.length === 1
}
