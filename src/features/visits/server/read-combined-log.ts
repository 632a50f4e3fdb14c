import { hostOf } from './sources.ts'

/** One line of a web server's log in Apache's combined format. */
export interface LogLine {
  address: string
  /** Milliseconds since 1970. */
  at: number
  method: string
  path: string
  query: URLSearchParams
  status: number
  referrerHost: string | null
  userAgent: string
}

// Quotes inside a quoted part are escaped with a backslash.
const quoted = '"((?:[^"\\\\]|\\\\.)*)"'
const pattern = new RegExp(
  `^(\\S+) \\S+ (?:\\S+|".*?") \\[([^\\]]+)\\] ${quoted} (\\d{3}) (\\d+|-) ${quoted} ${quoted}\\s*$`,
)
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const time = /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}):(\d{2}):(\d{2}) ([+-])(\d{2})(\d{2})$/

/** Reads a line, or answers undefined when it is none of this format (cut off, for example). */
export function parseLogLine(line: string): LogLine | undefined {
  const match = pattern.exec(line)
  if (!match) return undefined
  const [, address = '', stamp = '', request = '', status = '', , referrer = '', userAgent = ''] = match
  const at = momentOf(stamp)
  if (at === undefined) return undefined
  // Broken or hostile requests have no method and path; the server answered them with an error.
  const [, method = '', target = ''] = /^([A-Z]+) (\S+)(?: HTTP\/[\d.]+)?$/.exec(request) ?? []
  const [path = '', query = ''] = target.split(/\?(.*)/s)
  return {
    address,
    at,
    method,
    path: path.slice(0, 500),
    query: new URLSearchParams(query.slice(0, 2_000)),
    status: Number(status),
    referrerHost: referrer === '-' ? null : (hostOf(referrer) ?? (referrer === '' ? null : '(none)')),
    userAgent: userAgent === '-' ? '' : userAgent,
  }
}

function momentOf(stamp: string): number | undefined {
  const m = time.exec(stamp)
  if (!m) return undefined
  const month = months.indexOf(m[2] ?? '')
  if (month < 0) return undefined
  const at = Date.UTC(Number(m[3]), month, Number(m[1]), Number(m[4]), Number(m[5]), Number(m[6]))
  const offset = (Number(m[8]) * 60 + Number(m[9])) * 60_000
  return at - (m[7] === '-' ? -offset : offset)
}

/** What became of a line; each line is exactly one of these. */
export const lineClasses = [
  'pageView',
  'duplicate',
  'bot',
  'notARead',
  'error',
  'redirect',
  'feed',
  'asset',
  'broken',
] as const
export type LineClass = (typeof lineClasses)[number]

const pages = /^(?:html?|xhtml|php|aspx?|jsp|cgi|pl|shtml)$/i
const feeds = /(?:^|\/)(?:feed|rss|atom)(?:\/|\.xml|\.rdf)?$|\.(?:rss|atom|rdf)$/i

const isFeed = ({ path, query }: LogLine) =>
  feeds.test(path) || /^(?:rss|atom)/i.test(query.get('flav') ?? '')

/** The class of a line that is not broken, before equal lines are found. */
export function classify(line: LogLine, bot: boolean): Exclude<LineClass, 'duplicate' | 'broken'> {
  if (bot) return 'bot'
  if (line.method !== 'GET') return 'notARead'
  if (line.status >= 400) return 'error'
  if (line.status >= 300 && line.status !== 304) return 'redirect'
  if (isFeed(line)) return 'feed'
  // Parts of a file are fetched by download managers and players, not by somebody who reads a page.
  if (line.status === 206) return 'asset'
  const ending = /\.([a-z0-9]{1,8})$/i.exec(line.path)?.[1]
  return ending === undefined || pages.test(ending) ? 'pageView' : 'asset'
}
