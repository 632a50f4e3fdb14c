import type { Locale } from '#platform/constants.ts'
import { words } from '#platform/words.ts'

const style = `:root{color-scheme:light dark;--ink:#141816;--ground:#fff;--soft:#696f6c;--accent:#e94d00}
@media(prefers-color-scheme:dark){:root{--ink:#eaeeec;--ground:#0e1110;--soft:#9fa5a2;--accent:#ff803b}}
body{margin:0;padding:0 24px 48px;background:var(--ground);color:var(--ink);font:.9375rem/1.5 Archivo,system-ui,sans-serif;text-align:center}
header{display:flex;align-items:center;gap:9px;height:72px;font-size:1.125rem;font-weight:800}
main{max-width:50ch;margin:40px auto 0}svg{max-width:100%;height:auto;fill:none;stroke:var(--ink);stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
h1{margin:26px 0 0;font-size:clamp(1.8125rem,6vw,2.5rem);line-height:1.1;letter-spacing:-.03em}p{margin:10px 0 0;color:var(--soft);text-wrap:balance}.status{font-size:.8125rem}
a{display:block;box-sizing:border-box;max-width:420px;margin:24px auto 0;padding:12px 18px;border-radius:6px;background:var(--ink);color:var(--ground);font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`

const logo =
  '<svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" stroke="none"><rect x="1" y="1" width="22" height="22" rx="4.5" fill="var(--ink)"/><circle cx="10.6" cy="13.4" r="6.4" fill="none" stroke="var(--ground)" stroke-width="1.8"/><circle cx="10.6" cy="13.4" r="2.1" fill="var(--ground)"/><circle cx="18.9" cy="5.1" r="2.1" fill="var(--accent)"/></svg>'
const unplugged =
  '<svg width="440" height="150" viewBox="0 20 440 150" aria-hidden="true"><path d="M10 152H430"/><rect x="56" y="56" width="128" height="96" rx="6"/><path d="M56 80h128M65 94h110"/><circle cx="120" cy="116" r="21"/><circle cx="120" cy="116" r="6"/><circle cx="184" cy="108" r="6"/><path d="M203 92l8-8M206 108h11M203 124l8 8M262 102h22v12h-22zM284 104h10v8h-10zM246 106h16v4h-16z"/><path stroke="var(--accent)" stroke-width="2.2" d="M294 108c44 0 30 44 66 44 30 0 20-40 60-32"/></svg>'

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * The answer to a reader whose page cannot be made because the database is away: whole in itself, because the pages'
 * own frame would have to know who is signed in. It asks again by itself.
 */
export function awayPage(url: string, locale: Locale, nonce: string, headers: HeadersInit): Response {
  const say = (key: string, params?: Record<string, string | number>) =>
    escapeHtml(words(`errors.${key}`, locale, params))
  const { pathname, search } = new URL(url)
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><meta http-equiv="refresh" content="5"><title>${say('genericError')} · Backline</title><style nonce="${nonce}">${style}</style></head><body><header>${logo}Backline</header><main>${unplugged}<h1>${say('genericError')}</h1><p>${say('awayHelp')}</p><p class="status">${say('status', { status: 503 })}</p><a href="${escapeHtml(pathname + search)}">${say('tryAgain')}</a></main></body></html>`
  return new Response(html, {
    status: 503,
    headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
