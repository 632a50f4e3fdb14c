import type { Api } from '#client.ts'
import { isFailure } from '#client.ts'
import { rememberColorMode } from '#ui/color-scheme.ts'
import { localized } from '#ui/localized.ts'
import type { SignedIn } from '../contract.ts'

/** Where signing in leads: to the second step while one is owed, else where one wanted to go. */
export async function afterSignIn(api: Api, said: SignedIn, next?: string): Promise<string> {
  if ('twoFactor' in said) {
    const query = new URLSearchParams({ step: said.twoFactor, ...(next ? { next } : {}) })
    return `${localized('/login')}?${query}`
  }
  // The choice is the person's: it comes along to a browser that has none yet.
  const own = await api.account.ownAccount({})
  if (!isFailure(own)) rememberColorMode(own.colorMode)
  const wished = new URL(localized(next ?? '/'), window.location.origin)
  return wished.origin === window.location.origin ? wished.href : localized('/')
}
