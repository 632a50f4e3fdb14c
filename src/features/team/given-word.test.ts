import { expect, test } from 'vitest'
import { overwriteGetLocale } from '#paraglide/runtime.js'
import { roleTemplates } from '#platform/permissions.ts'
import { givenWord } from '#ui/given-word.ts'
import { onlyArea } from './pages/toggled-keys.ts'

test('what was given is told as it is', () => {
  overwriteGetLocale(() => 'es')
  const editor = { role: 'Editor' as const, grants: [], denies: [] }
  expect(givenWord(editor)).toBe('Editor')
  expect(givenWord({ ...editor, ...onlyArea(editor, 'events', () => true) })).toBe('Solo eventos')
  expect(givenWord({ ...editor, denies: ['portal.editlinks'] })).toBe('Editor, 1 cambio')
  expect(givenWord({ ...editor, grants: ['billing.viewbills'], denies: ['portal.editlinks'] })).toBe(
    'Editor, 2 cambios',
  )
  // Of an area and one thing more it is not only that area.
  const only = onlyArea(editor, 'events', () => true)
  const more = { ...only, denies: only.denies.filter((key) => key !== 'analytics.viewanalytics') }
  expect(givenWord({ ...editor, ...more })).toMatch(/^Editor, \d+ cambios$/)
  expect(givenWord({ ...editor, denies: [...roleTemplates.Editor] })).toMatch(/^Editor, /)
})
