import { afterAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, lookName, overflow, settled, usualLooks } from './browser.ts'
import { screens } from './pages.ts'
import { lookers, visit } from './visit.ts'
import type { Locale } from './words.ts'

/** Every screen, in the usual looks of a language. Each language has a file, so that two workers share the screens. */
export function everyScreen(locale: Locale) {
  const looked = usualLooks.filter((look) => look.locale === locale)

  describe.each(looked.map((look) => [lookName(look), look] as const))('%s', (_, look) => {
    const shared = lookers(look)
    afterAll(() => shared.close())
    test.each(screens.map((screen) => [screen.name, screen] as const))(
      '%s: axe is silent and nothing overflows',
      async (_name, screen) => {
        const visitor = screen.who ? await shared.look(screen.who) : await visit(undefined, look)
        if (screen.expected) visitor.expected.push(screen.expected)
        expect(await visitor.open(screen.path)).toBe(screen.status ?? 200)
        await screen.before?.(visitor)
        await settled(visitor.page)
        expect(await overflow(visitor.page)).toBe(0)
        expect(await accessibilityFaults(visitor.page)).toEqual([])
      },
    )
  })
}
