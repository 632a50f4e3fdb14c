import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inBothLanguages } from '#platform/in-both-languages.ts'
import { projectRoot } from '#platform/root.ts'
import { inLanguage, withSlot } from '../../bin/build-languages.ts'
import { wordsFolders } from '../../bin/words-apart.ts'

const moduleOf = (file: string) =>
  readFileSync(new URL(`${wordsFolders.apart}/messages/${file}.js`, projectRoot), 'utf8')

test('a script holds the words of its own language alone', () => {
  const marked = withSlot(moduleOf('account_signin_submit1'), 'message.js')
  const [es, en] = (['es', 'en'] as const).map((language) => inLanguage(marked, 'message.js', language))
  expect(es).toContain('Entrar')
  expect(es).not.toContain('Sign in')
  expect(en).toContain('Sign in')
  expect(en).not.toContain('Entrar')
})

test('a message is what it is called, and says what is put into it', async () => {
  const marked = withSlot(moduleOf('account_reset_sent'), 'message.js').replace(/^import.*$/gm, '')
  for (const [language, begins] of [
    ['es', 'Si a@b.es tiene'],
    ['en', 'If a@b.es has'],
  ] as const) {
    const code = inLanguage(marked, 'message.js', language)
    const made = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<
      string,
      (inputs: { email: string }) => string
    >
    expect(made['account.reset.sent']?.({ email: 'a@b.es' })).toContain(begins)
  }
})

test('a message of a shape that nobody knows stops the build', () => {
  expect(() => withSlot('export const x = () => "x"', 'x.js')).toThrow('x.js')
})

test('a page says in the other language only what it has in both', () => {
  const paths = globSync('src/{features/*/pages,pages,ui}/**/*.{ts,tsx}', { cwd: projectRoot })
  const asked = paths.flatMap((path) =>
    [
      ...readFileSync(new URL(path, projectRoot), 'utf8').matchAll(
        /m\['([^']+)'\]\((?:[^()]|\([^()]*\))*?,\s*\{\s*locale(?!: getLocale)/g,
      ),
    ].map(([, key]) => key),
  )
  expect(new Set(asked)).toEqual(inBothLanguages)
})
