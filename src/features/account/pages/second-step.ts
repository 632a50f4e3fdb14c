import type { Api } from '#client.ts'
import { isFailure } from '#client.ts'
import { rememberColorMode } from '#ui/color-scheme.ts'
import { portalOfTyping } from '#ui/kept-typing.ts'
import { localized } from '#ui/localized.ts'
import { madeFor } from '#ui/page-person.ts'
import type { SignedIn } from '../contract.ts'

/** Where signing in leads: to the second step while one is owed, else where one wanted to go. */
export async function afterSignIn(api: Api, said: SignedIn, next?: string): Promise<string> {
  if ('twoFactor' in said) {
    const query = new URLSearchParams({ step: said.twoFactor, ...(next ? { next } : {}) })
    return `${localized('/login')}?${query}`
  }
  // Who opens a link of their own on somebody else's page has it no longer.
  madeFor(() => said.user.id)
  // At the address where something was typed, the first portal has something else.
  const portalId = portalOfTyping(said.user.id)
  if (portalId && portalId !== said.currentPortalId) await api.account.switchPortal({ portalId })
  // The choice is the person's: it comes along to a browser that has none yet.
  const own = await api.account.ownAccount({})
  if (!isFailure(own)) rememberColorMode(own.colorMode)
  const wished = new URL(localized(next ?? '/'), window.location.origin)
  return wished.origin === window.location.origin ? wished.href : localized('/')
}
