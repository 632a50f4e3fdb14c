import { html } from 'hono/html'
import type { Locale } from '#platform/constants.ts'
import { glyph } from './glyphs.ts'
import { type Html, hrefOf } from './html.ts'
import { playerOf } from './players.ts'
import { say } from './words.ts'

/** A button that plays here what its link leads to; nothing where it cannot be played. `words`: said beside the sign. */
export function playHere(
  of: { id: string; url: string; title: string },
  locale: Locale,
  { place, words = false }: { place?: number; words?: boolean } = {},
): Html | '' {
  const player = playerOf(of.url)
  if (!player) return ''
  const action = say(locale, player.kind === 'video' ? 'player.watch' : 'player.listen')
  return html`<a class="${words ? 'btn play' : 'play'}" href="${hrefOf(of, place)}" rel="noopener nofollow" data-player="${player.src}" data-kind="${player.kind}" aria-label="${action}: ${of.title} (${player.service})">${glyph('play')}${words ? action : ''}</a>`
}

/** Whose players a press would load, said before it. */
export function playersNote(urls: readonly string[], locale: Locale): Html | '' {
  const services = [...new Set(urls.flatMap((url) => playerOf(url)?.service ?? []))]
  if (services.length === 0) return ''
  const names = new Intl.ListFormat(locale, { type: 'disjunction' }).format(services)
  return html`<p class="note">${say(locale, 'player.note', { services: names })}</p>`
}
