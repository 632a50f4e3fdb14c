import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import type { Appearance } from './contract.ts'
import { contrastFaults, contrastOf, inkOn, nearestPassing, textAccent, underName } from './contrast.ts'
import { type Colors, designs } from './designs.ts'
import { typographies } from './typographies.ts'

const world = testDatabase()
const portalId = portals.claraVentisca.id

describe('designs and typographies', () => {
  test('at least eight designs and ten typographies, each proposal readable', async () => {
    const editor = await as(world.database, 'editor')
    const listed = ok(await editor.appearance.listDesigns({}))
    expect(listed.length).toBeGreaterThanOrEqual(8)
    expect(ok(await editor.appearance.listTypographies({})).length).toBeGreaterThanOrEqual(10)
    for (const { colors, typography } of designs) {
      expect(contrastFaults(colors)).toEqual([])
      expect(typographies.map(({ id }) => id)).toContain(typography)
    }
    expect(listed[0]?.name).toBe('Cartel')
  })
})

describe('contrast', () => {
  test('as WCAG counts it', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 1)
  })

  test('what is drawn under a name lets it be read; a yellow turns red, other colours keep theirs', () => {
    for (const { colors } of designs)
      expect(contrastOf(underName(colors), colors.text)).toBeGreaterThanOrEqual(3)
    const [cartel] = designs
    expect(underName(cartel?.colors as Colors)).toMatch(/^#[d-f]\w[4-7]\w[0-4]\w$/)
    // What reads already stays what it is.
    expect(underName({ ...(cartel?.colors as Colors), text: '#000000' })).toBe(cartel?.colors.accent)
  })

  test('the nearest passing colour passes, keeps its hue, and is no further than it must be', () => {
    const nearest = nearestPassing('#ffd34d', ['#ffffff'], 3) as string
    expect(contrastOf(nearest, '#ffffff')).toBeGreaterThanOrEqual(3)
    expect(contrastOf(nearest, '#ffffff')).toBeLessThan(3.1)
    expect(nearestPassing('#000000', ['#ffffff'], 4.5)).toBe('#000000')
    // Between black and white there is a grey for 4.5:1, but none for 7:1.
    expect(nearestPassing('#888888', ['#000000', '#ffffff'], 7)).toBeUndefined()
  })

  test('any colours give a readable button and readable small text', () => {
    const next = ((state) => () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return `#${(state >>> 8).toString(16).padStart(6, '0').slice(-6)}`
    })(42)
    for (let times = 0; times < 300; times++) {
      const [background, surface, accent] = [next(), next(), next()]
      const text = nearestPassing(next(), [background, surface], 4.5)
      expect(contrastOf(inkOn(accent), accent)).toBeGreaterThanOrEqual(4.5)
      if (!text) continue
      const small = textAccent({ background, surface, text, accent })
      expect(contrastOf(small, background)).toBeGreaterThanOrEqual(4.5)
    }
  })
})

describe('a portal’s appearance', () => {
  const draftOf = async () => {
    const editor = await as(world.database, 'editor')
    return { editor, state: ok(await editor.appearance.getAppearance({ portalId })) }
  }

  test('who likes the look of the series publishes it as it is, once', async () => {
    const editor = await as(world.database, 'editor')
    const at = { portalId: portals.hotelLevante.id }
    await world.database.query('delete from appearance_version where portal_id = $1', [at.portalId])
    const before = ok(await editor.appearance.getAppearance(at))
    const told = async () => ok(await editor.home.firstHour(at)).acts.find(({ id }) => id === 'design')?.done
    expect([before.changed, await told()]).toEqual([false, false])
    const published = ok(await editor.appearance.publishAppearance(at, { version: before.version }))
    expect([published.versions.length, await told()]).toEqual([1, true])
    expect(failureCode(await editor.appearance.publishAppearance(at, { version: published.version }))).toBe(
      'appearance.nothingToPublish',
    )
  })

  test('a draft is saved, published and restored; fans see nothing before', async () => {
    const { editor, state } = await draftOf()
    expect(state.changed).toBe(false)
    const draft: Appearance = { ...state.draft, design: 'carab', typography: 'newsreader' }
    const saved = ok(
      await editor.appearance.updateAppearance({ portalId, ...draft }, { version: state.version }),
    )
    expect(saved).toMatchObject({
      changed: true,
      draft: { design: 'carab' },
      published: { design: 'cartel' },
    })
    const published = ok(await editor.appearance.publishAppearance({ portalId }, { version: saved.version }))
    expect(published).toMatchObject({ changed: false, published: { design: 'carab' } })
    expect(published.versions).toMatchObject([{ number: 1, by: 'Alba Ferrer', design: 'carab' }])
    expect(
      failureCode(await editor.appearance.publishAppearance({ portalId }, { version: published.version })),
    ).toBe('appearance.nothingToPublish')

    const other = ok(
      await editor.appearance.updateAppearance(
        { portalId, ...draft, design: 'onda' },
        { version: published.version },
      ),
    )
    const back = ok(
      await editor.appearance.restoreAppearance(
        { portalId, versionId: published.versions[0]?.id },
        { version: other.version },
      ),
    )
    expect(back).toMatchObject({ changed: false, draft: { design: 'carab' } })
  })

  test('what was published last is taken back, and nothing that was published before it', async () => {
    const { editor, state } = await draftOf()
    const publish = async (design: Appearance['design'], version: number) => {
      const saved = ok(
        await editor.appearance.updateAppearance({ portalId, ...state.draft, design }, { version }),
      )
      return ok(await editor.appearance.publishAppearance({ portalId }, { version: saved.version }))
    }
    const first = await publish('onda', state.version)
    const second = await publish('casete', first.version)
    const [last, before] = second.versions
    const withdraw = (versionId = '') => editor.appearance.withdrawAppearance({ portalId, versionId })
    expect(failureCode(await withdraw(before?.id))).toBe('appearance.publishedSince')
    expect(ok(await withdraw(last?.id))).toMatchObject({
      published: { design: 'onda' },
      draft: { design: 'casete' },
      changed: true,
    })
    expect(failureCode(await withdraw(last?.id))).toBe('notFound')
  })

  test('the last ten versions are kept', async () => {
    const { editor, state } = await draftOf()
    let { version, draft } = state
    for (let round = 0; round < 12; round++) {
      const design = designs[round % designs.length]?.id ?? 'cartel'
      const saved = ok(
        await editor.appearance.updateAppearance(
          { portalId, ...draft, design, tagline: { es: `Vuelta ${round}` } },
          { version },
        ),
      )
      const published = ok(
        await editor.appearance.publishAppearance({ portalId }, { version: saved.version }),
      )
      version = published.version
      draft = published.draft
    }
    const after = ok(await editor.appearance.getAppearance({ portalId }))
    expect(after.versions).toHaveLength(10)
    const numbers = after.versions.map(({ number }) => number)
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a))
  })

  test('colours that cannot be read are refused, with the nearest that can', async () => {
    const { editor, state } = await draftOf()
    const colors = { background: '#ffffff', surface: '#fafafa', text: '#999999', accent: '#ffd34d' }
    const result = await editor.appearance.updateAppearance(
      { portalId, ...state.draft, colors },
      { version: state.version },
    )
    expect(result).toMatchObject({
      error: {
        code: 'invalidInput',
        fields: {
          'colors.text': expect.stringMatching(/contraste 2,8:1.*#[0-9a-f]{6}/),
          'colors.accent': expect.stringMatching(/contraste 1,4:1.*#[0-9a-f]{6}/),
        },
      },
    })
    expect(ok(await editor.appearance.getAppearance({ portalId })).draft).toEqual(state.draft)
  })

  test('two people at once: the second is told, nothing is lost', async () => {
    const { editor, state } = await draftOf()
    const send = (es: string, version: number) =>
      editor.appearance.updateAppearance({ portalId, ...state.draft, tagline: { es } }, { version })
    ok(await send('Uno', state.version))
    expect(failureCode(await send('Dos', state.version))).toBe('stale')
    expect(ok(await editor.appearance.getAppearance({ portalId })).draft.tagline.es).toBe('Uno')
  })

  test('a picture is of the file store or of the web, every block is named once, and texts stay short', async () => {
    const { editor, state } = await draftOf()
    const refused = async (change: Partial<Appearance>) =>
      failureCode(
        await editor.appearance.updateAppearance(
          { portalId, ...state.draft, ...change },
          { version: state.version },
        ),
      )
    expect(await refused({ coverUrl: 'javascript:alert(1)' })).toBe('invalidInput')
    expect(await refused({ coverUrl: 'https://a.example/"><script>' })).toBe('invalidInput')
    expect(await refused({ blocks: [] })).toBe('invalidInput')
    expect(await refused({ tagline: { es: 'a'.repeat(161) } })).toBe('invalidInput')
    expect(await refused({ colors: { ...state.draft.colors, text: 'red;}' } })).toBe('invalidInput')
  })

  test('who may not edit it may not see it either', async () => {
    const lector = await as(world.database, 'lector')
    expect(failureCode(await lector.appearance.getAppearance({ portalId: portals.hotelLevante.id }))).toBe(
      'forbidden',
    )
  })
})
