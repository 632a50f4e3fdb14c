import { createHash } from 'node:crypto'
import type { Locale } from './constants.ts'
import { type Block, plainBlocks, readFormatted, type Words } from './formatted-text.ts'
import { withoutAddresses } from './without-addresses.ts'

export interface WrittenMail {
  to: string
  /** Who writes, where it is not the provider itself: an artist to their fans. */
  fromName?: string
  locale: Locale
  kind: string
  subject: string
  paragraphs: string[]
  /** What follows them with the little formatting that posts have; see formatted-text.ts. */
  formatted?: string
  /** Written by the provider's own people, who may name addresses; anybody else's names carry none. */
  mayNameAddresses?: true
  /** A picture below the greeting, by its whole address. */
  pictureUrl?: string | undefined
  button: { text: string; link: string }
  /** Small print; an address among it can be followed. */
  foot: string[]
  /** Where the reader, or their mail program for them, takes this kind of mail off. */
  unsubscribeUrl?: string
}

const singleUse = /[?&]token=([\w-]{20,})/

/** A mail as text and as HTML. */
export function asLetter({ mayNameAddresses, ...written }: WrittenMail) {
  const plain = mayNameAddresses ? (text: string) => text : withoutAddresses
  const { paragraphs: said, formatted = '', button: pressed, pictureUrl, foot, ...rest } = written
  const paragraphs = said.map(plain)
  const button = { ...pressed, text: plain(pressed.text) }
  const secret = singleUse.exec(button.link)?.[1]
  const small = (line: string) =>
    /^https?:/.test(line)
      ? `<a href="${escapeHtml(line)}" style="color:#696f6c">${escapeHtml(line)}</a>`
      : escapeHtml(line)
  const [greeting = '', ...body] = paragraphs.map((line) => `<p>${escapeHtml(line)}</p>`)
  const html = [
    greeting,
    ...(pictureUrl
      ? [`<p><img src="${escapeHtml(pictureUrl)}" alt="" style="max-width:100%;border-radius:10px"></p>`]
      : []),
    ...body,
    ...readFormatted(plain(formatted)).map(blockHtml),
    `<p><a href="${escapeHtml(button.link)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#141816;color:#ffffff;text-decoration:none">${escapeHtml(button.text)}</a></p>`,
    `<p style="color:#696f6c">${foot.map(small).join('<br>')}</p>`,
  ].join('\n')
  return {
    ...rest,
    subject: plain(rest.subject),
    fromName: rest.fromName && plain(rest.fromName),
    linkHash: secret ? createHash('sha256').update(secret).digest('base64url') : null,
    text: [...paragraphs, ...plainBlocks(plain(formatted)), button.link, foot.join('\n')].join('\n\n'),
    html: `<!doctype html><html lang="${rest.locale}"><body style="font:15px/1.5 system-ui,sans-serif;color:#141816;max-width:560px">${html}</body></html>`,
  }
}

const wordHtml = ({ text, strong, link }: Words) => {
  const said = escapeHtml(text)
  if (link) return `<a href="${escapeHtml(link)}">${said}</a>`
  return strong ? `<strong>${said}</strong>` : said
}
const wordsHtml = (words: readonly Words[]) => words.map(wordHtml).join('')
const blockHtml = (block: Block) =>
  'line' in block
    ? `<p>${wordsHtml(block.line)}</p>`
    : `<ul>${block.list.map((one) => `<li>${wordsHtml(one)}</li>`).join('')}</ul>`

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
