import { html, raw } from 'hono/html'
import { defaultAppearance } from '#features/appearance/server/default-appearance.ts'
import type { Locale } from '#platform/constants.ts'
import { finish, type Rendered } from './render-page.ts'
import { styleOf } from './styles.ts'
import { say } from './words.ts'

/** Pages that belong to no portal: an empty stage under a spotlight. */
export async function standalonePage(
  kind: 'missing' | 'failed',
  locale: Locale,
  appOrigin: string,
): Promise<Rendered> {
  const style = styleOf(defaultAppearance, [{ text: '', em: 1 }], false)
  const title = say(locale, `${kind}.title`)
  const stage =
    '<svg viewBox="0 0 420 180" width="100%" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6"><path d="M20 160H400"/><path d="M210 8 120 160h180z" opacity=".35"/><path d="M210 160v-74M200 86h20"/><circle cx="210" cy="78" r="8" class="fa"/></svg>'
  const page = html`<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${raw(style)}</style></head><body><main class="plain">${raw(stage)}<h1>${title}</h1><p>${say(locale, `${kind}.text`)}</p></main></body></html>`
  return finish(await page, style, undefined, appOrigin)
}
