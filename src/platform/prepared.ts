import { sql } from 'drizzle-orm'

/** Not more than the server should keep for each connection. */
const mostNames = 300
/** Seen so often, a statement is worth keeping: the same as JDBC drivers do. */
const fromTimes = 5
const mostCandidates = 2_000
const longestText = 6_000
/** What takes so long anyway gains nothing by a kept plan: making one costs a millisecond. */
const longMs = 20
/**
 * A kept plan is made for any values, from the sixth time on, and can be a thousand times worse than one for these. So much
 * longer than without it twice in a row, and the statement goes without a name for as many times.
 */
const worse = { times: 5, atLeastMs: 50, inARow: 2, withoutName: 1_000 }
/** What a comparison is with: up to the next condition, or to what follows the conditions. */
const operand = String.raw`(?:(?!\b(?:and|or|order|limit)\b)[^<>=]){0,40}\$`
/**
 * The values decide how these are best carried out: how long a span is, how many words begin so. A plan made for any
 * value would be a bad one. Not how many labels somebody sees: their portals only filter (`ofPortals`).
 */
const dependsOnValues = new RegExp(
  [
    // Less and more, but neither «not the same» nor a key of JSON.
    `(?<![-=<>@])[<>]=?${operand}`,
    String.raw`@>|<@|@@|<%|\bbetween\b|\bi?like\b`,
    String.raw`(?<!\bown\.account_id = )\b(?:unnest|any)\s*\(`,
  ].join('|'),
  'i',
)
/**
 * Stands in a statement whose plan is the same for any values and costs more than what it does: dozens of tables, one
 * portal's few rows. It gets a name however long it is and whatever it compares. Not for statements over many portals.
 */
export const keptPlan = sql.raw('/* kept plan */')
const isKept = (text: string) => text.includes('/* kept plan */')
/** Such a statement's columns change with its table's, and PostgreSQL refuses to carry it out then. */
const allColumns = /\.\*|select\s+\*|returning\s+\*/i

const mayHaveName = (text: string) =>
  (isKept(text) || (text.length <= longestText && !dependsOnValues.test(text))) &&
  /^\s*(select|with|insert|update|delete)\b/i.test(text)

/**
 * Names for statements that come again and again: PostgreSQL keeps what it has parsed and planned under a name, and
 * planning is most of what a small query costs. Each role has names of its own, because row-level security is a part
 * of the plan.
 */
export function statementNames() {
  const candidates = new Map<string, { seen: number; slowestMs: number }>()
  const names = new Map<string, { name: string; beforeMs: number; strikes: number }>()
  let generation = 0
  let made = 0

  const candidateOf = (key: string) => candidates.get(key) ?? { seen: 0, slowestMs: 0 }
  const waits = (key: string, candidate: { seen: number; slowestMs: number }): undefined => {
    if (candidates.size >= mostCandidates) candidates.clear()
    candidates.set(key, candidate)
  }

  /** Undefined while it is not known to be worth one. */
  const newName = (text: string, role: string): string | undefined => {
    const key = role + text
    if (names.size >= mostNames || !mayHaveName(text)) return undefined
    const { seen, slowestMs } = candidateOf(key)
    const isRare = seen + 1 < fromTimes
    if (isRare || (slowestMs > longMs && !isKept(text)))
      // Slow once may have been the machine.
      return waits(key, isRare ? { seen: seen + 1, slowestMs } : { seen: 0, slowestMs: 0 })
    candidates.delete(key)
    const name = `${role}_${generation}_${made++}`
    names.set(key, { name, beforeMs: slowestMs, strikes: 0 })
    return name
  }

  return {
    /** The statement's name, once it is worth one; `again` says whether the caller can ask twice. */
    nameOf(text: string, role: string, again: boolean): string | undefined {
      const name = names.get(role + text)?.name ?? newName(text, role)
      return again || !allColumns.test(text) ? name : undefined
    },
    /** Hears how long a statement took, with its name or without. */
    took(text: string, role: string, ms: number): void {
      const key = role + text
      const candidate = candidates.get(key)
      if (candidate) candidate.slowestMs = Math.max(candidate.slowestMs, ms)
      const known = names.get(key)
      if (!known) return
      known.strikes = ms > Math.max(worse.atLeastMs, worse.times * known.beforeMs) ? known.strikes + 1 : 0
      if (known.strikes < worse.inARow) return
      names.delete(key)
      candidates.set(key, { seen: -worse.withoutName, slowestMs: 0 })
    },
    /** After a migration: whatever was kept may be refused, so that all are kept anew under other names. */
    forget(): void {
      generation += 1
      names.clear()
    },
  }
}

/** Did PostgreSQL refuse a kept statement because a migration changed its columns meanwhile? */
export function isOutdated(error: unknown): boolean {
  for (
    let fault = error as { code?: string; cause?: unknown } | undefined;
    fault;
    fault = fault.cause as never
  )
    if (fault.code === '0A000' && /cached plan/.test((fault as { message?: string }).message ?? ''))
      return true
  return false
}
