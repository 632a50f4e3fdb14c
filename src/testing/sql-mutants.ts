/** A piece of SQL that may read otherwise: what is found, and what stands there instead. */
const others: readonly [RegExp, string][] = [
  [/ and /gi, ' or '],
  [/ or /gi, ' and '],
  [/(?<![<>-]) <= /g, ' < '],
  [/ >= /g, ' > '],
  [/(?<!-) < /g, ' <= '],
  [/(?<![-=]) > /g, ' >= '],
  [/ <> /g, ' = '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \* /g, ' / '],
  [/\bis null\b/gi, 'is not null'],
  [/\bis not null\b/gi, 'is null'],
  [/\bnot exists\b/gi, 'exists'],
  [/(?<!not )\bexists\b(?= ?\()/gi, 'not exists'],
  [/\bleft join\b/gi, 'join'],
  [/\bunion all\b/gi, 'union'],
  [/\bdistinct (?!on\b)/gi, ''],
  [/ desc\b/gi, ' asc'],
  [/\bmax\(/gi, 'min('],
  [/\bmin\(/gi, 'max('],
  [/\bsum\(/gi, 'max('],
  [/\bgreatest\(/gi, 'least('],
  [/\bleast\(/gi, 'greatest('],
  [/\btrue\b/gi, 'false'],
  [/\bfalse\b/gi, 'true'],
  [/ not (?=[a-z(])(?!null|exists|in\b|like|between|distinct|materialized)/gi, ' '],
]

/** In a condition `=` may be turned round; where something is set it may not, which would be no SQL. */
const equal: readonly [RegExp, string] = [/(?<![<>!:]) = /g, ' <> ']

export interface SqlPlace {
  from: number
  to: number
  instead: string
}

/** Where a part of a statement can be turned round, which sets something or does not; offsets into that part. */
export function sqlPlaces(text: string, sets: boolean): SqlPlace[] {
  const all = sets ? others : [...others, equal]
  return all.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map((found) => ({
      from: found.index,
      to: found.index + found[0].length,
      instead,
    })),
  )
}
