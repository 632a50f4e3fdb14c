import { expect, test } from 'vitest'
import { overwriteGetLocale } from '#paraglide/runtime.js'
import { unreadWord } from './unread-date.ts'

test('a day that there is not is told from what is written otherwise', () => {
  overwriteGetLocale(() => 'es')
  const written = 'Escribe la fecha así: 24/10/2026.'
  for (const text of ['31/02/2026', ' 31/02/2026 20:30', '31/02/2026T20:30', '31/02/2026, 20:30'])
    expect(unreadWord(text, '24/10/2026')).toBe('El 31/02/2026 no existe. Elige otro día.')
  for (const text of ['', 'mañana', '13/13/2026', '24 10 2026'])
    expect(unreadWord(text, '24/10/2026')).toBe(written)
})
