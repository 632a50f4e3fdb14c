import { currency as house, type Locale } from './constants.ts'

/**
 * Amounts as people write them: `1.234,50 €`, `€1,234.50`, `1 234,5`, `-12`. What separates decimals is told apart or
 * asked for, never guessed. Browser-safe; answers are plain decimals as text («-1234.50»), exact.
 */

/** What separates the decimals: the comma of Spanish, the point of English. */
export type DecimalMark = ',' | '.'

interface Options {
  /** Whose sign or code may stand beside the figure; none is allowed for «''». */
  currency?: string
  /** May thousands be parted? Rates and shares never are, so that «1,125» is one and an eighth. */
  grouped?: boolean
}

const digitsMax = 30
const marks: readonly DecimalMark[] = [',', '.']
const plainPattern = (mark: DecimalMark) => (mark === ',' ? /^(\d+(,\d+)?|,\d+)$/ : /^(\d+(\.\d+)?|\.\d+)$/)
const groupedPattern = (mark: DecimalMark) =>
  mark === ',' ? /^[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/ : /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/
// Spanish spelling, SI and French part thousands by a space; then both marks can only separate decimals.
const spacedPattern = /^[1-9]\d{0,2}( \d{3})+([.,]\d+)?$/

const patterns = {
  ',': { plain: plainPattern(','), grouped: groupedPattern(',') },
  '.': { plain: plainPattern('.'), grouped: groupedPattern('.') },
}

/** The amount in one notation. Undefined when the text is none in it: groups of thousands are three digits or an error. */
export function amountIn(text: string, mark: DecimalMark, options: Options = {}): string | undefined {
  const { grouped = true, currency = house } = options
  const bare = withoutSigns(text, currency)
  if (!bare) return undefined
  const { minus, figure } = bare
  if (figure.length > digitsMax) return undefined
  const spaced = grouped && spacedPattern.test(figure)
  const body = spaced ? figure.replaceAll(' ', '') : figure
  const { plain, grouped: parted } = patterns[mark]
  if (!plain.test(body) && !(grouped && !spaced && parted.test(body))) return undefined
  const thousands = mark === ',' ? '.' : ','
  const decimal = body.replaceAll(thousands, '').replace(mark, '.')
  const whole = decimal.startsWith('.') ? `0${decimal}` : decimal
  return minus && /[1-9]/.test(whole) ? `-${whole}` : whole
}

/**
 * What somebody typed into a form in this language. A text that both notations take for different amounts is read in
 * the reader's own, if that leaves no more than `decimals`; one that only the other takes is clear by itself.
 */
export function typedAmount(
  text: string,
  locale: Locale,
  { decimals = 2, ...options }: Options & { decimals?: number } = {},
): string | undefined {
  const [own, other]: DecimalMark[] = locale === 'es' ? [',', '.'] : ['.', ',']
  const read = amountIn(text, own as DecimalMark, options) ?? amountIn(text, other as DecimalMark, options)
  return read !== undefined && (read.split('.')[1]?.length ?? 0) <= decimals ? read : undefined
}

/** As ledgers write what is taken away, `(20,00)` or `20,00-`, with its sign in front. */
export const signFirst = (text: string): string => {
  const found = /^\((.+)\)$/.exec(text.trim()) ?? /^([^-\u2212]*\d[^-\u2212]*)[-\u2212]$/.exec(text.trim())
  return found ? `-${found[1]?.trim()}` : text
}

/** Tells from all values of a column which notation it is written in. */
export class Notation {
  private readonly examples: Partial<Record<DecimalMark | 'either', string>> = {}
  private readonly options: Options

  constructor(options: Options = {}) {
    this.options = options
  }

  /** `currency`: of this value, where each has its own. */
  see(text: string, currency?: string): void {
    const options = currency === undefined ? this.options : { ...this.options, currency }
    const [comma, point] = marks.map((mark) => amountIn(text, mark, options))
    if (comma === point) return
    const says = comma === undefined ? '.' : point === undefined ? ',' : 'either'
    this.examples[says] ??= text.trim().slice(0, 40)
  }

  /** Its mark; undefined when its values do not say or contradict each other. Without any mark, both read the same. */
  get mark(): DecimalMark | undefined {
    const { ',': comma, '.': point, either } = this.examples
    if (comma !== undefined && point !== undefined) return undefined
    if (comma !== undefined) return ','
    return point !== undefined || either === undefined ? '.' : undefined
  }

  /** Values that show why the mark is not known. */
  get doubts(): string {
    return [...new Set(Object.values(this.examples))].join(' · ')
  }
}

/** Hundredths of a plain decimal of at most two decimals: cents of euros, basis points of per cents. */
export function hundredths(decimal: string): number {
  const [whole = '', part = ''] = decimal.replace('-', '').split('.')
  const value = Number(whole + part.padEnd(2, '0'))
  return decimal.startsWith('-') && value !== 0 ? -value : value
}

const signs = new Map<string, readonly string[]>()

/** Our own money is written out, too. */
const houseWords = ['euros', 'euro', 'eur.']

/** The code of a currency and its signs, longest first: «US$» before «$». */
function signsOf(currency: string): readonly string[] {
  let known = signs.get(currency)
  if (!known) {
    // Intl takes three letters and throws at anything else.
    if (!/^[A-Za-z]{3}$/.test(currency)) return []
    const written = (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
      ['es', 'en'].map(
        (tag) =>
          new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay })
            .formatToParts(1)
            .find(({ type }) => type === 'currency')?.value ?? currency,
      ),
    )
    const words = currency.toUpperCase() === house ? houseWords : []
    known = [...new Set([currency, ...written, ...words])].sort((a, b) => b.length - a.length)
    signs.set(currency, known)
  }
  return known
}

const tidy = (text: string) => text.replace(/[\s\u00a0\u2007\u2009\u202f]+/g, ' ').trim()

/** The figure without sign and currency, each at most once: `-€5`, `€-5`, `5 €-` is none. */
function withoutSigns(text: string, currency: string): { minus: boolean; figure: string } | undefined {
  let rest = tidy(text)
  let minus = false
  const sign = () => {
    const found = /^[-+\u2212]/.exec(rest)?.[0]
    if (!found) return false
    minus = found !== '+'
    rest = rest.slice(1).trimStart()
    return true
  }
  const signed = sign()
  // A figure alone is by far the most frequent, and asks nothing about currencies.
  if (!/^[\d., ]*$/.test(rest) && currency) {
    const upper = rest.toUpperCase()
    for (const one of signsOf(currency)) {
      const mark = one.toUpperCase()
      if (upper.startsWith(mark)) rest = rest.slice(mark.length).trimStart()
      else if (upper.endsWith(mark)) rest = rest.slice(0, -mark.length).trimEnd()
      else continue
      if (!signed) sign()
      break
    }
  }
  return rest === '' ? undefined : { minus, figure: rest }
}
