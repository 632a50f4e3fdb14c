/** What stands beside amounts, and whose money it is; a dollar sign alone may be anybody's. */
const signs: readonly [RegExp, string | undefined][] = [
  [/€|\bEUR\b|\beuros?\b/i, 'EUR'],
  [/£|\bGBP\b/i, 'GBP'],
  [/US\$|\bUSD\b/i, 'USD'],
  [/\bMXN\b|MX\$/i, 'MXN'],
  [/\bCHF\b/i, 'CHF'],
  [/\bARS\b/i, 'ARS'],
  [/\bCLP\b/i, 'CLP'],
  [/\bCOP\b/i, 'COP'],
  [/R\$|\bBRL\b/i, 'BRL'],
  [/\bJPY\b/i, 'JPY'],
  [/\$|¥|\bkr\b/, undefined],
]

/** All money that these texts name: codes, and «?» for a sign that several have. */
export function currenciesIn(texts: Iterable<string>): Set<string> {
  const found = new Set<string>()
  for (const text of texts) {
    const sign = signs.find(([pattern]) => pattern.test(text))
    if (sign) found.add(sign[1] ?? '?')
  }
  return found
}

/** The only one of them; undefined for none or several. */
export function currencyNamed(texts: Iterable<string>): string | undefined {
  const found = currenciesIn(texts)
  return found.size === 1 ? [...found][0] : undefined
}
