/** Not more than the server should keep for each connection. */
const mostNames = 300
/** Seen so often, a statement is worth keeping: the same as JDBC drivers do. */
const fromTimes = 5
const mostCandidates = 2_000
const longestText = 6_000
/**
 * The values decide how these are best carried out: how long a span is, how many words begin so. A plan made for any
 * value would be a bad one.
 */
const dependsOnValues = /(?<!=)[<>]=?[^<>=]{0,40}\$|\bbetween\b|\bi?like\b|@@|<%|\b(unnest|any)\s*\(/i
/** Such a statement's columns change with its table's, and PostgreSQL refuses to carry it out then. */
const allColumns = /\.\*|select\s+\*|returning\s+\*/i

/**
 * Names for statements that come again and again: PostgreSQL keeps what it has parsed and planned under a name, and
 * planning is most of what a small query costs. Each role has names of its own, because row-level security is a part
 * of the plan.
 */
export function statementNames() {
  const times = new Map<string, number>()
  const names = new Map<string, string>()
  let generation = 0

  return {
    /** The statement's name, once it is worth one; `again` says whether the caller can ask twice. */
    nameOf(text: string, role: string, again: boolean): string | undefined {
      const key = role + text
      const known = names.get(key)
      if (known) return again || !allColumns.test(text) ? known : undefined
      if (names.size >= mostNames || text.length > longestText || dependsOnValues.test(text)) return undefined
      if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) return undefined
      const seen = (times.get(key) ?? 0) + 1
      if (seen < fromTimes) {
        if (times.size >= mostCandidates) times.clear()
        times.set(key, seen)
        return undefined
      }
      times.delete(key)
      const name = `${role}_${generation}_${names.size}`
      names.set(key, name)
      return again || !allColumns.test(text) ? name : undefined
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
