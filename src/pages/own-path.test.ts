import { describe, expect, test } from 'vitest'
import { ownPath } from '#platform/own-path.ts'
import { localized } from '#ui/localized.ts'

const ends = ['evil.example', 'evil.example/login', 'user@evil.example', '%65vil.example']
const starts = [
  '//',
  '///',
  '////',
  '/\\',
  '\\\\',
  '\\/',
  '/.//',
  '/././/',
  '/..//',
  '/x/..//',
  '/x/../..//',
  '/%2e//',
  '/%2e%2e//',
  '/.\\/',
  '/./\\',
  '/\t/',
  '/\n/',
  '/\r/',
  '/\t//',
  '/%09/',
  '/%0a/',
  '/%0d%0a/',
  '/%5c',
  '/%5C%5C',
  '/%2f',
  '/%2F%2F',
  '/%252f%252f',
  '/%255c',
  '/en//',
  '/en///',
  '/en/\\',
  '/en/.//',
  '/en/..//',
  '/en/%09/',
  '/en/%2f',
  '/en/%5c',
  '/en/\t/',
  '/en/en//',
  '/en/./en//',
  '/es//',
  '/es/.//',
  '/es/%09/',
  '//en/',
  '/%65n//',
  'https://',
  'https:',
  'http:\\\\',
  'HTTPS://',
  ' //',
  '\u0000//',
  '\ufeff//',
  '/\u0000/',
  '/%00/',
  'javascript:alert(1)//',
  'data:text/html,',
  '@',
  '.',
  '?//',
]
const hostile = starts.flatMap((start) => ends.map((end) => start + end))

/** Where a browser ends that is told to go there. */
const landing = (href: string, from: string) => new URL(href, from).origin

describe('an address from outside', () => {
  test(`leads away in none of ${hostile.length} ways`, () => {
    const origin = 'http://localhost:3000'
    const away = hostile.filter((text) => {
      const path = ownPath(text)
      if (path === undefined) return false
      const tries = [path, ...(['es', 'en'] as const).map((locale) => localized(path, locale))]
      return tries.some((href) => landing(href, `${origin}/en/login`) !== origin || /^\/[/\\]/.test(href))
    })
    expect(away).toEqual([])
  })

  test.each([
    '/',
    '/account',
    '/en/account',
    '/analytics/net-sales?f=2026-01-01&t=2026-01-31&products=a%2Fb',
    '/portals/01a203a9-c297-7381-8edd-6be7b08aed69?tab=team#x',
    '/account/email?token=q4J4Lka8bUriLrTRFrOtZboZST-hbMyh',
    '/team?q=https://evil.example',
    '/users?q=%C3%B1u',
  ])('%s is a page of our own', (path) => {
    expect(ownPath(path)).toBe(path)
  })

  test.each([undefined, 7, {}, ['/x'], '', 'account', `/${'x'.repeat(2_000)}`, '/%E0%A4%A'])(
    '%s is none',
    (value) => {
      expect(ownPath(value)).toBeUndefined()
    },
  )
})
