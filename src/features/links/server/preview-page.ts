import { Parser } from 'htmlparser2'

/** What a public page says about itself; null where it says nothing. */
export interface PagePreview {
  title: string | null
  description: string | null
  imageUrl: string | null
  siteName: string | null
}

export const previewLimits = { title: 300, description: 600, siteName: 100, imageUrl: 2_048 } as const

/**
 * Reads title, description, picture and site name out of a page's bytes: Open Graph first, then Twitter cards, then
 * the page's own title and description. `pageUrl` resolves relative pictures, `contentType` is the header as sent.
 */
export function readPreview(bytes: Uint8Array, contentType: string, pageUrl: string): PagePreview {
  const said = readMeta(decodePage(Buffer.from(bytes), contentType))
  return {
    title: clean(pick(said, 'og:title', 'twitter:title', '<title>', 'title'), previewLimits.title),
    description: clean(
      pick(said, 'og:description', 'twitter:description', 'description'),
      previewLimits.description,
    ),
    imageUrl: pictureUrl(
      pick(
        said,
        'og:image',
        'og:image:url',
        'og:image:secure_url',
        'twitter:image',
        'twitter:image:src',
        'image_src',
      ),
      pageUrl,
    ),
    siteName: clean(pick(said, 'og:site_name', 'application-name'), previewLimits.siteName),
  }
}

/** First non-empty value of each key, in document order. */
function readMeta(html: string): Map<string, string> {
  const said = new Map<string, string>()
  const say = (key: string | undefined, value: string | undefined) => {
    const name = key?.trim().toLowerCase()
    if (name && value?.trim() && !said.has(name)) said.set(name, value)
  }
  let title: string | undefined
  let drawings = 0
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (tag === 'svg') drawings++
      else if (tag === 'title' && drawings === 0 && !said.has('<title>')) title = ''
      else if (tag === 'meta') {
        say(attributes.property, attributes.content)
        say(attributes.name, attributes.content)
      } else if (tag === 'link' && attributes.rel?.toLowerCase() === 'image_src')
        say('image_src', attributes.href)
    },
    ontext(text) {
      if (title !== undefined) title += text
    },
    onclosetag(tag) {
      if (tag === 'svg') drawings--
      else if (tag === 'title' && title !== undefined) {
        say('<title>', title)
        title = undefined
      }
    },
  })
  parser.end(html)
  return said
}

const pick = (said: Map<string, string>, ...keys: string[]) =>
  keys.map((key) => said.get(key)).find((value) => value !== undefined)

/** One line of at most `limit` characters, never half of a character, without control characters. */
function clean(value: string | undefined, limit: number): string | null {
  const line = value?.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  if (!line) return null
  const characters = [...line]
  return characters.length > limit
    ? `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`
    : line
}

function pictureUrl(value: string | undefined, pageUrl: string): string | null {
  const address = value?.trim()
  if (!address || !URL.canParse(address, pageUrl)) return null
  const url = new URL(address, pageUrl)
  return /^https?:$/.test(url.protocol) && url.href.length <= previewLimits.imageUrl ? url.href : null
}

/**
 * Charset by the order of the HTML standard (byte order mark, Content-Type header, `<meta>` near the top, UTF-8), but
 * text that can only be UTF-8 is read as such: pages that were moved to UTF-8 often keep their old declaration.
 */
export function decodePage(bytes: Buffer, contentType: string): string {
  const mark = markOf(bytes)
  const utf8 = mark || bytes.every((byte) => byte < 0x80) ? undefined : decodeStrictly(bytes)
  if (utf8 !== undefined) return utf8
  const top = bytes.subarray(0, 4_096).toString('latin1')
  const declared = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(top)?.[1]
  const label = mark ?? /charset\s*=\s*"?([\w:.-]+)/i.exec(contentType)?.[1] ?? declared ?? 'utf-8'
  return decoder(label, declared).decode(bytes)
}

function decodeStrictly(bytes: Buffer): string | undefined {
  try {
    // As a stream, because a page that was cut may end within a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

function markOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return undefined
}

function decoder(...labels: (string | undefined)[]): TextDecoder {
  for (const label of labels) {
    try {
      if (label) return new TextDecoder(label)
    } catch {
      // An unknown label: the next one, in the end UTF-8.
    }
  }
  return new TextDecoder()
}
