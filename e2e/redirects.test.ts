import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { visit } from './visit.ts'

describe.each(['es', 'en'] as const)('an address that staff lead elsewhere (%s)', (locale) => {
  test.each(['label', 'artist', 'lector', 'tech'] as const)('brings %s there', async (who) => {
    const name = `antes-${randomUUID().slice(0, 8)}`
    const staff = await visit('staff', { locale })
    const made: string[] = []
    for (const [path, to] of [
      [`/${name}`, '/account'],
      [`/${name}-fuera`, 'https://entradas.example/gira'],
    ]) {
      const answer = await staff.context.request.post('/api/communications/redirect', {
        data: { path, to, reason: 'Página movida' },
      })
      expect(answer.status()).toBe(201)
      made.push(((await answer.json()) as { id: string }).id)
    }
    const { page, context, open, path } = await visit(who, { locale })
    await open(`/${name}`)
    expect(path()).toBe('/account')
    await page.locator('main h1').waitFor()
    // A browser asks the other site itself, of which there is none here: where it is sent counts.
    const away = `${locale === 'en' ? '/en' : ''}/${name}-fuera`
    const answer = await context.request.get(away, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([302, 'https://entradas.example/gira'])
    for (const id of made) await staff.context.request.delete(`/api/communications/redirect/${id}`)
  })
})
